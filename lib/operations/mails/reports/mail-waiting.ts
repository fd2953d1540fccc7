import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import type { mails } from '#db/schema/documents'
import type { MailStatus } from '#lib/domain/mail/status'
import { endAsyncResult } from '#lib/engine/commands/end-async-result'
import { newId } from '#lib/ids'

/** The kind of async results that mails end; no caller ends them by hand. */
const asyncResultKind = 'mail'

/**
 * Makes what a step waits for. When nobody has told after this time, the step goes on with what is
 * known: no news of a sent mail is usual, and no failure.
 */
export async function insertMailWaiting(
  tx: Tx,
  organizationId: string,
  seconds: number,
): Promise<string> {
  const id = newId()
  await tx.insert(asyncResults).values({
    id,
    organizationId,
    kind: asyncResultKind,
    description: 'A mail',
    createdBy: 'a workflow',
    dueAt: sql`now() + make_interval(secs => ${seconds})`,
    dueOutcome: { status: 'completed', result: {} },
  })
  return id
}

type Waited = Pick<
  typeof mails.$inferSelect,
  'id' | 'organizationId' | 'asyncResultId' | 'waitFor' | 'status'
>

const undecided: Record<'sent' | 'delivered', readonly MailStatus[]> = {
  sent: ['queued', 'held'],
  delivered: ['queued', 'held', 'sent'],
}

/** Lets the step go on that waits for this mail, once it has the status that the step waits for. */
export async function endMailWaiting(tx: Tx, mail: Waited): Promise<void> {
  const { organizationId, asyncResultId, waitFor, status } = mail
  if (asyncResultId === null || waitFor === null || undecided[waitFor].includes(status)) return
  const [row] = await tx
    .select({ status: asyncResults.status })
    .from(asyncResults)
    .where(eq(asyncResults.id, asyncResultId))
    .for('update')
  // Only the first end counts; an ended result may have been deleted meanwhile.
  if (row?.status === 'pending')
    await endAsyncResult(tx, organizationId, asyncResultId, { status: 'completed', result: {} })
}
