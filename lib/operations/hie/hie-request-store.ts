import { and, eq, sql } from 'drizzle-orm'
import { engineDb, enginePool, type Tx } from '#db/client'
import { hieRequests } from '#db/schema/async-results'
import { goesOnHereText } from '#db/goes-on-here'
import { storableJson } from '#lib/domain/text'
import { servedHereSql, servedValues } from '../connections/served-here.ts'

type Row = typeof hieRequests.$inferSelect

/**
 * A request that this worker has leased. `claimedAt` is the due time at the claim; it shows whether
 * a webhook arrived since.
 */
export type Claimed = Pick<
  Row,
  | 'id'
  | 'organizationId'
  | 'asyncResultId'
  | 'connectionId'
  | 'request'
  | 'ticket'
  | 'stored'
  | 'looks'
  | 'failures'
  | 'leaseWorker'
  | 'leaseEpoch'
  | 'createdAt'
  | 'deadlineAt'
> & {
  claimedAt: string
}

const claimSql = `
  with due as (
    select id from hie_requests
    where finished_at is null and next_look_at <= now() and ${goesOnHereText()}
      and ${servedHereSql('hie_requests.connection_id', '$4', '$5')}
      and (lease_worker is null
        or (lease_worker = $1 and id <> all($2::uuid[]))
        or not exists (select from workers where workers.id = lease_worker))
    order by next_look_at limit $3 for update skip locked)
  update hie_requests set lease_worker = $1, lease_epoch = lease_epoch + 1
  from due where hie_requests.id = due.id
  returning hie_requests.id, organization_id as "organizationId",
    async_result_id as "asyncResultId", connection_id as "connectionId", request, ticket, stored,
    looks, failures, lease_worker as "leaseWorker", lease_epoch::float8 as "leaseEpoch",
    created_at as "createdAt", deadline_at as "deadlineAt",
    next_look_at::text as "claimedAt"`

/**
 * Leases requests that are due, also those of workers that died; `active` are those that this
 * worker already has.
 */
export async function claimHieRequests(
  workerId: string,
  active: string[],
  atMost: number,
): Promise<Claimed[]> {
  return (
    await enginePool().query<Claimed>({
      name: 'claim-hie',
      text: claimSql,
      values: [workerId, active, atMost, ...servedValues()],
    })
  ).rows
}

/** When the next request without a lease is due. */
export async function nextHiePoll(): Promise<Date | undefined> {
  const { rows } = await enginePool().query<{ at: Date | null }>(
    'select min(next_look_at) as at from hie_requests ' +
      `where finished_at is null and lease_worker is null and ${goesOnHereText()}`,
  )
  return rows[0]?.at ?? undefined
}

/** True only under the lease of the claim: another worker may have the request by now. */
const leaseHeld = ({ id, leaseWorker, leaseEpoch }: Claimed) =>
  and(
    eq(hieRequests.id, id),
    eq(hieRequests.leaseWorker, leaseWorker ?? ''),
    eq(hieRequests.leaseEpoch, leaseEpoch),
    sql`${hieRequests.finishedAt} is null`,
  )

type Change = {
  ticket: Record<string, unknown>
  providerRequestId?: string | undefined
  looks: number
  failures: number
  inSeconds: number
}

/**
 * Releases the request until its next poll; at once when a webhook arrived meanwhile, at the latest
 * at its deadline.
 */
export async function releaseHieRequest(
  claimed: Claimed,
  { ticket, providerRequestId, looks, failures, inSeconds }: Change,
): Promise<void> {
  await engineDb()
    .update(hieRequests)
    .set({
      ticket: sql`coalesce(${hieRequests.ticket},
        '{}'::jsonb) || ${JSON.stringify(storableJson(ticket))}::jsonb`,
      ...(providerRequestId === undefined ? {} : { providerRequestId }),
      looks,
      failures,
      leaseWorker: null,
      nextLookAt: sql`case when ${hieRequests.nextLookAt} <> ${claimed.claimedAt}::timestamptz
        then ${hieRequests.nextLookAt}
        else least(now() + make_interval(secs => ${inSeconds}), ${hieRequests.deadlineAt}) end`,
    })
    .where(leaseHeld(claimed))
}

/**
 * Records a stored document in the transaction of its file. False when another worker has the
 * request.
 */
export async function recordStored(
  tx: Tx,
  claimed: Claimed,
  documentId: string,
  fileId: string,
): Promise<boolean> {
  const noted = await tx
    .update(hieRequests)
    .set({
      stored: sql`${hieRequests.stored} || ${JSON.stringify({ [documentId]: fileId })}::jsonb`,
    })
    .where(leaseHeld(claimed))
    .returning({ id: hieRequests.id })
  return noted.length > 0
}

/**
 * Closes the request in the transaction that ends its async result. False when another worker has
 * the request.
 */
export async function closeHieRequest(tx: Tx, claimed: Claimed): Promise<boolean> {
  const closed = await tx
    .update(hieRequests)
    .set({ finishedAt: sql`now()`, leaseWorker: null, ticket: null })
    .where(leaseHeld(claimed))
    .returning({ id: hieRequests.id })
  return closed.length > 0
}
