import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { firstIdAt } from '#lib/ids'

/** So many runs of an organization may wait for a worker before the next ones step back. */
const freeBacklog = 16
/**
 * A backlog of up to this many runs is counted exactly at every start; a longer one is counted once
 * a second in each process.
 */
const countedAtOnce = 1024
const maxCounted = 200_000
const recountMs = 1000
/**
 * Runs that started longer ago are not counted, so that a start reads only the newest month or two,
 * however long the history is.
 */
const countedMs = 7 * 24 * 3_600_000
/** Clocks of other machines may be ahead. */
const aheadMs = 3_600_000
/**
 * More than the difference between any two `priorities`: fairness comes first between
 * organizations, the priority within one.
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

/** Whether the backlog is counted apart, once a second: `queuePriority` then knows it. */
export const hasLongBacklog = (organizationId: string, priority: number): boolean =>
  long.has(`${organizationId}:${priority}`)

/**
 * Records the backlog that a start counted in its own statement (`queuePositionSql`); when that
 * count reached its limit, the next start counts further.
 */
export function recordBacklog(organizationId: string, priority: number, waiting: number): void {
  if (waiting >= countedAtOnce)
    long.set(`${organizationId}:${priority}`, { backlog: waiting, at: 0 })
}

/**
 * `queuePriority` in SQL for a backlog of up to 1024: `waiting` counts it, `place` computes the
 * place from it. `first` and `last` are those of `countedIds`.
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

/** How many levels a start steps back when so many runs of its organization wait before it. */
export const levelOf = (backlog: number): number =>
  backlog < freeBacklog ? 0 : Math.floor(Math.log2(backlog / freeBacklog)) + 1

/**
 * The place of a new run in the queue: its own priority, moved back by the logarithm of the number
 * of waiting runs of its organization. So the n-th run in one organization's backlog has at most
 * about 2n runs of any other organization before it, however many those are, and the runs of an
 * organization without a backlog pass all backlogs. Runs that have started keep their place and are
 * finished first.
 */
export async function queuePriority(
  tx: Tx,
  organizationId: string,
  priority: number,
): Promise<number> {
  return priority + stepBack * levelOf(await backlogOf(tx, organizationId, priority))
}
