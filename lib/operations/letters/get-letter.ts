import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { letters } from '#db/schema/letters'
import type { LetterView } from '#lib/contracts/integrations/letters'
import { ApiError } from '#lib/domain/api-error'
import { isFinalLetterStatus } from '#lib/domain/provider/letter'
import { log } from '#lib/log'
import { requireRun } from '../access/access-sql.ts'
import { openRow } from '../connections/open-connection.ts'
import { defineOutsideOperation, type CallInfo } from '../define-operation.ts'
import { applyLetterEvents } from './apply-letter-events.ts'
import { loadLetterEvents, getLetterOrThrow } from './find-letter.ts'
import { letterView } from './letter-view.ts'

type Row = typeof letters.$inferSelect

/** How long a reader waits for the provider before it gets the stored status. */
const patienceMs = 10_000

/**
 * Polls the provider, unless another reader just did. When that fails, the stored status is shown.
 */
async function look(
  { id, organizationId, connectionId, providerId }: Row,
  info: CallInfo,
  signal: AbortSignal,
): Promise<void> {
  if (providerId === null) return
  const [connection] = await inOrganization(organizationId, (tx) =>
    tx
      .select()
      .from(connections)
      .where(and(eq(connections.id, connectionId), eq(connections.kind, 'letters'))),
  )
  if (!connection) return
  try {
    const port = openRow<'letters'>(connection, info)
    const stale = or(
      isNull(letters.lookedAt),
      lt(letters.lookedAt, sql`now() - make_interval(secs => ${port.lookAfterSeconds})`),
    )
    const mine = await inOrganization(organizationId, (tx) =>
      tx
        .update(letters)
        .set({ lookedAt: sql`now()` })
        .where(and(eq(letters.id, id), stale))
        .returning({ id: letters.id }),
    )
    if (mine.length === 0) return
    const news = await port.read(
      providerId,
      AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    )
    await inOrganization(organizationId, (tx) =>
      applyLetterEvents(tx, { id, organizationId }, news),
    )
  } catch (error) {
    log.warn(
      { letterId: id, connectionId, code: error instanceof ApiError ? error.code : 'unexpected' },
      'the status of a letter could not be read from its provider',
    )
  }
}

/**
 * Specification 2.11: reads the status and the events of a letter. While it is under way its
 * provider is also polled, besides the webhooks. Throws 404.
 */
export const getLetter = defineOutsideOperation<{ trackingId: string }, LetterView>({
  name: 'getLetter',
  permission: 'letters:read',
  async run({ actor, input: { trackingId }, info, signal, transaction }) {
    const row = await transaction(async (tx) => {
      const letter = await getLetterOrThrow(tx, trackingId)
      if (letter.runId)
        await requireRun(tx, actor, letter.runId, { what: 'letter', id: trackingId })
      return letter
    })
    if (!isFinalLetterStatus(row.status)) await look(row, info, signal)
    return await transaction(async (tx) =>
      letterView(await getLetterOrThrow(tx, row.id), await loadLetterEvents(tx, row.id)),
    )
  },
})
