import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'

/** So many runs of an organization may wait for a worker before the next ones step back. */
const freeBacklog = 16
/** Counted exactly at every start up to here; what is longer is counted once a second in a process. */
const countedAtOnce = 1024
const mostCounted = 200_000
const recountMs = 1000
/** Further apart than the priorities themselves (`priorities`): between organizations fairness comes first, within one the priority. */
const stepBack = 40

const long = new Map<string, { backlog: number; at: number }>()

async function countWaiting(tx: Tx, organizationId: string, priority: number, most: number): Promise<number> {
  const { rows } = await tx.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from (
      select from runs where organization_id = ${organizationId}::uuid and status = 'running' and lease_worker is null and priority <= ${priority}
      limit ${most}) as waiting_runs`)
  return rows[0]?.waiting ?? 0
}

async function backlogOf(tx: Tx, organizationId: string, priority: number): Promise<number> {
  const key = `${organizationId}:${priority}`
  const known = long.get(key)
  if (known && Date.now() - known.at < recountMs) return known.backlog++
  const near = await countWaiting(tx, organizationId, priority, countedAtOnce)
  if (near < countedAtOnce) {
    long.delete(key)
    return near
  }
  const backlog = await countWaiting(tx, organizationId, priority, mostCounted)
  long.set(key, { backlog, at: Date.now() })
  return backlog
}

/** How far back a start stands that has this many runs of its own organization before it. */
export const levelOf = (backlog: number): number => (backlog < freeBacklog ? 0 : Math.floor(Math.log2(backlog / freeBacklog)) + 1)

/**
 * The place in the queue of a new run: its own priority, and further back the more runs of its organization wait already, by the logarithm. So the
 * n-th run in one organization's backlog has at most about 2n runs of any other before it, however many those are, and an organization without a
 * backlog passes by all others'. Runs that have begun keep their place and are finished first.
 */
export async function queuePriority(tx: Tx, organizationId: string, priority: number): Promise<number> {
  return priority + stepBack * levelOf(await backlogOf(tx, organizationId, priority))
}
