import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { firstIdAt } from '#lib/ids'

/** So many runs of an organization may wait for a worker before the next ones step back. */
const freeBacklog = 16
/**
 * Counted exactly at every start up to here; what is longer is counted once a second in a process.
 */
const countedAtOnce = 1024
const maxCounted = 200_000
const recountMs = 1000
/**
 * Runs that began longer ago are not counted, so that a start looks into the newest month, or two,
 * however long the history is.
 */
const countedMs = 7 * 24 * 3_600_000
/** Clocks of other machines may be ahead. */
const aheadMs = 3_600_000
/**
 * Further apart than the priorities themselves (`priorities`): between organizations fairness comes
 * first, within one the priority.
 */
const stepBack = 40

const long = new Map<string, { backlog: number; at: number }>()

async function countWaiting(
  tx: Tx,
  organizationId: string,
  priority: number,
  most: number,
): Promise<number> {
  const [first, last] = countedIds()
  const { rows } = await tx.execute<{ waiting: number }>(sql`
    select waiting_runs(${organizationId}::uuid, ${priority}::integer, ${first}::uuid,
      ${last}::uuid, ${most}::integer) as waiting`)
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
  const backlog = await countWaiting(tx, organizationId, priority, maxCounted)
  long.set(key, { backlog, at: Date.now() })
  return backlog
}

/** A backlog that is being counted by itself, once a second: `queuePriority` knows it. */
export const hasLongBacklog = (organizationId: string, priority: number): boolean =>
  long.has(`${organizationId}:${priority}`)

/**
 * Tells what a start counted in its own statement (`queuePositionSql`), so that the next one counts
 * further when that was all it could.
 */
export function recordBacklog(organizationId: string, priority: number, waiting: number): void {
  if (waiting >= countedAtOnce)
    long.set(`${organizationId}:${priority}`, { backlog: waiting, at: 0 })
}

/**
 * `queuePriority` in SQL for a backlog of up to 1024: `waiting` counts it, `place` makes the place
 * of it. `first` and `last` are of `countedIds`.
 */
export const queuePositionSql = (of: {
  organizationId: string
  priority: string
  first: string
  last: string
}) => ({
  waiting: `waiting_runs(${of.organizationId}, ${of.priority}, ${of.first}, ${of.last}, ${countedAtOnce})`,
  place: (waiting: string) =>
    `${of.priority} + ${stepBack} * case when ${waiting} < ${freeBacklog} then 0 else ` +
    `floor(log(2, ${waiting} / ${freeBacklog}.0))::integer + 1 end`,
})

/** The ids between which runs are counted. */
export const countedIds = (now = Date.now()): [first: string, last: string] => [
  firstIdAt(new Date(now - countedMs)),
  firstIdAt(new Date(now + aheadMs)),
]

/** How far back a start stands that has this many runs of its own organization before it. */
export const levelOf = (backlog: number): number =>
  backlog < freeBacklog ? 0 : Math.floor(Math.log2(backlog / freeBacklog)) + 1

/**
 * The place in the queue of a new run: its own priority, and further back the more runs of its
 * organization wait already, by the logarithm. So the n-th run in one organization's backlog has at
 * most about 2n runs of any other before it, however many those are, and an organization without a
 * backlog passes by all others'. Runs that have begun keep their place and are finished first.
 */
export async function queuePriority(
  tx: Tx,
  organizationId: string,
  priority: number,
): Promise<number> {
  return priority + stepBack * levelOf(await backlogOf(tx, organizationId, priority))
}
