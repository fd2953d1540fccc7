import { and, eq, sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { faxes } from '#db/schema/faxes'
import { ApiError } from '#lib/domain/api-error'
import { mayPass } from '#lib/domain/provider/may-pass'
import { isFinalFaxState } from '#lib/domain/provider/fax-words'
import { log } from '#lib/log'
import type { FaxPort } from '#lib/integrations/fax/port'
import { openRow } from '../connections/open-connection.ts'
import { applyFaxState, type FaxRow } from './apply-fax-state.ts'
import { receiveFax } from './receive-fax.ts'
import { givenUpAfterHours } from './send-fax.ts'

const longestPauseSeconds = 300

async function portOf({ organizationId, connectionId }: FaxRow): Promise<FaxPort> {
  const [row] = await inOrganization(organizationId, (tx) =>
    tx
      .select()
      .from(connections)
      .where(and(eq(connections.id, connectionId), eq(connections.kind, 'fax'))),
  )
  if (row) return openRow<'fax'>(row)
  throw new ApiError('unknown_connection', 'The connection of this fax was deleted.', {
    kind: 'fax',
  })
}

/** Looks again later: soon at first, then every five minutes. */
async function lookAgain({ id, organizationId, looks }: FaxRow, first: number): Promise<void> {
  const seconds = Math.min(longestPauseSeconds, first * 1.5 ** Math.min(looks, 20))
  await inOrganization(organizationId, (tx) =>
    tx
      .update(faxes)
      .set({ looks: looks + 1, nextLookAt: sql`now() + make_interval(secs => ${seconds})` })
      .where(and(eq(faxes.id, id), sql`${faxes.nextLookAt} is not null`)),
  )
}

/** Ends the looking, with the reason where there is one. The step's wait ends by its own time. */
async function giveUp({ id, organizationId, direction }: FaxRow, error: ApiError): Promise<void> {
  const failure = { code: error.code, message: error.message }
  const status = direction === 'in' ? ('refused' as const) : ('unknown' as const)
  await inOrganization(organizationId, (tx) =>
    tx.update(faxes).set({ status, failure, nextLookAt: null }).where(eq(faxes.id, id)),
  )
}

async function goOn(fax: FaxRow, signal: AbortSignal): Promise<void> {
  const { id, organizationId, direction, providerId } = fax
  if (providerId === null) throw new Error('a fax without an id of its provider was looked at')
  const port = await portOf(fax)
  const news = await port.read(providerId, signal)
  if (direction === 'out') {
    await inOrganization(organizationId, (tx) => applyFaxState(tx, id, news))
    if (!isFinalFaxState(news.state)) await lookAgain(fax, port.lookAfterSeconds)
    return
  }
  // Sent by somebody else from the same account, or it did not come through: it is none of ours.
  const isNone = news.direction === 'out' || (isFinalFaxState(news.state) && news.failure !== null)
  if (isNone)
    return void (await inOrganization(organizationId, (tx) =>
      tx.delete(faxes).where(eq(faxes.id, id)),
    ))
  if (news.state !== 'delivered') return await lookAgain(fax, port.lookAfterSeconds)
  await receiveFax(fax, news, { port, signal })
}

/**
 * Moves a fax one step forward: asks how a sent one fares, or fetches a received one and starts its
 * workflow. A failure that may pass is tried again, for a day.
 */
export async function lookAtFax(fax: FaxRow, signal: AbortSignal): Promise<void> {
  try {
    await goOn(fax, signal)
  } catch (error) {
    const isOld = Date.now() - fax.createdAt.getTime() > givenUpAfterHours * 3_600_000
    const known = error instanceof ApiError
    const code = known ? error.code : 'unexpected'
    log.warn({ faxId: fax.id, code, ...(known ? {} : { error }) }, 'a fax could not be looked at')
    if (known && (isOld || !mayPass(error))) await giveUp(fax, error)
    else await lookAgain(fax, 5)
  }
}
