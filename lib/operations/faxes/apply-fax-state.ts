import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { faxes } from '#db/schema/faxes'
import { faxFailureMessages, faxStatuses, isFinalFaxState } from '#lib/domain/provider/fax-words'
import { endAsyncResult } from '#lib/engine/commands/end-async-result'
import type { ProviderFax } from '#lib/integrations/fax/port'

export type FaxRow = typeof faxes.$inferSelect

/** What a step that has sent a fax goes on with. */
const resultOf = ({ id }: FaxRow, { state, pages, failure }: ProviderFax) => ({
  faxId: id,
  status: state,
  pages,
  failure,
})

/**
 * Writes what a provider says of an outgoing fax; what is older than the known state changes
 * nothing. When it has ended, so does the async result for which a step waits.
 */
export async function applyFaxState(tx: Tx, id: string, news: ProviderFax): Promise<FaxRow> {
  const [before] = await tx.select().from(faxes).where(eq(faxes.id, id)).for('update')
  if (!before) throw new Error('the fax is no longer there')
  const order = (status: (typeof faxStatuses)[number]) => faxStatuses.indexOf(status)
  const isFinal = isFinalFaxState(news.state)
  const isOver = ['delivered', 'failed', 'cancelled'].includes(before.status)
  const leadsOn = !isOver && order(news.state) > order(before.status)
  const failure = news.failure && {
    code: news.failure,
    message: faxFailureMessages[news.failure],
    ...(news.said ? { said: news.said } : {}),
  }
  const [after] = await tx
    .update(faxes)
    .set({
      providerId: news.providerId,
      pages: sql`coalesce(${news.pages}, ${faxes.pages})`,
      attemptUntil: null,
      ...(leadsOn ? { status: news.state, failure } : {}),
      ...(leadsOn && isFinal ? { endedAt: sql`now()` } : {}),
      ...(isOver || isFinal ? { nextLookAt: null } : {}),
    })
    .where(eq(faxes.id, id))
    .returning()
  if (!after) throw new Error('the fax was not written')
  if (leadsOn && isFinal) await endWaiting(tx, after, news)
  return after
}

/** The step may have been cancelled, or have waited too long: then nobody waits any more. */
async function endWaiting(tx: Tx, fax: FaxRow, news: ProviderFax): Promise<void> {
  const { asyncResultId, organizationId } = fax
  if (asyncResultId === null) return
  const [waiting] = await tx
    .select({ id: asyncResults.id })
    .from(asyncResults)
    .where(and(eq(asyncResults.id, asyncResultId), eq(asyncResults.status, 'pending')))
    .for('update')
  if (!waiting) return
  const result = resultOf(fax, news)
  await endAsyncResult(tx, organizationId, asyncResultId, { status: 'completed', result })
}
