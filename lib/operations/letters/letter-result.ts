import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import type { letters } from '#db/schema/letters'
import { endAsyncResult } from '#lib/engine/commands/end-async-result'
import { newId } from '#lib/ids'

/** After so long without an end nobody waits for a letter any more, and no worker asks for it. */
export const givenUpAfterDays = 60

/** Makes the async result that ends with a letter. Answers its id. */
export async function insertLetterResult(
  tx: Tx,
  organizationId: string,
  connection: string,
): Promise<string> {
  const id = newId()
  await tx.insert(asyncResults).values({
    id,
    organizationId,
    kind: 'letter',
    description: `A letter by ${connection}`,
    createdBy: 'a workflow',
    dueAt: sql`now() + make_interval(days => ${givenUpAfterDays})`,
    dueOutcome: {
      status: 'failed',
      error: {
        code: 'timed_out',
        message: `Nobody said within ${givenUpAfterDays} days where the letter ended.`,
      },
    },
  })
  return id
}

type Row = typeof letters.$inferSelect

/** Locks the async result of a letter. Undefined when nobody waits (any more). */
async function waitingFor(tx: Tx, { asyncResultId }: Row): Promise<string | undefined> {
  if (asyncResultId === null) return undefined
  const [waiting] = await tx
    .select({ id: asyncResults.id })
    .from(asyncResults)
    .where(and(eq(asyncResults.id, asyncResultId), eq(asyncResults.status, 'pending')))
    .for('update')
  return waiting?.id
}

/** A step that waits for this letter goes on. */
export async function endLetterResult(tx: Tx, letter: Row): Promise<void> {
  const id = await waitingFor(tx, letter)
  if (id === undefined) return
  const { organizationId, id: trackingId, status, trackingNumber } = letter
  const result = { trackingId, status, trackingNumber }
  await endAsyncResult(tx, organizationId, id, { status: 'completed', result })
}

/** A step that waits for this letter fails: nothing more will be known of it. */
export async function failLetterResult(
  tx: Tx,
  letter: Row,
  error: { code: string; message: string },
): Promise<void> {
  const id = await waitingFor(tx, letter)
  if (id !== undefined)
    await endAsyncResult(tx, letter.organizationId, id, { status: 'failed', error })
}
