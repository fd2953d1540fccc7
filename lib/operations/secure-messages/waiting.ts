import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import type { EndReason } from '#lib/domain/secure-message-words'
import { endAsyncResult, type Ending } from '#lib/engine/commands/end-async-result'
import { newId } from '#lib/ids'
import type { Message } from './find-message.ts'

/** The kind of async results that secure messages end; no caller ends them by hand. */
const asyncResultKind = 'secure-message'

/** Makes what a step waits for. */
export async function insertWaiting(tx: Tx, organizationId: string): Promise<string> {
  const id = newId()
  await tx.insert(asyncResults).values({
    id,
    organizationId,
    kind: asyncResultKind,
    description: 'A secure message',
    createdBy: 'a workflow',
  })
  return id
}

type Waited = Pick<Message, 'organizationId' | 'asyncResultId' | 'waitFor'>

async function end(tx: Tx, { organizationId, asyncResultId }: Waited, ending: Ending) {
  if (asyncResultId === null) return
  const [row] = await tx
    .select({ status: asyncResults.status })
    .from(asyncResults)
    .where(eq(asyncResults.id, asyncResultId))
    .for('update')
  // Only the first event counts; an ended result may have been deleted meanwhile.
  if (row?.status === 'pending') await endAsyncResult(tx, organizationId, asyncResultId, ending)
}

/** What the step gets to know: no content, which it reads when it goes on. */
export type WaitedFor = { event: 'read' | 'replied'; recipientId: string; replyId: string | null }

/** Lets the step go on that waits for this event. */
export async function endWaiting(tx: Tx, message: Waited, happened: WaitedFor): Promise<void> {
  if (message.waitFor === happened.event)
    await end(tx, message, { status: 'completed', result: happened })
}

const reasons = {
  expired: 'The secure message expired before its recipient did what the step waits for.',
  withdrawn: 'The secure message was withdrawn before its recipient did what the step waits for.',
} as const satisfies Record<EndReason, string>

/** Fails the step that waits, when the message ends. */
export async function failWaiting(tx: Tx, message: Waited, reason: EndReason): Promise<void> {
  await end(tx, message, {
    status: 'failed',
    error: { code: `secure_message_${reason}`, message: reasons[reason] },
  })
}
