/** Postgres' channel for changed runs. A payload is ids with commas between them. */
export const runsChannel = 'rounds_runs'
/** Follows the id of a run that has ended. */
export const endedMark = '!'

type Statement = { name: string; text: string; values: unknown[] }

/**
 * A notification stores nothing, so it does not wait for the disk. By default Postgres flushes a
 * transaction for each notification.
 */
const withoutDisk = `set_config('synchronous_commit', 'off', true)`

/** Notifies watchers of changed runs; each payload holds at most 8,000 bytes. */
export const notifyRunsStatement = (payloads: string[]): Statement => ({
  name: 'notify-runs',
  text: `select ${withoutDisk}, pg_notify($1, payload) from unnest($2::text[]) as payload`,
  values: [runsChannel, payloads],
})

/**
 * Notifies watchers of those of the runs that have ended. It goes to Postgres right behind the
 * commit that ended them, without waiting for its answer.
 */
export function notifyEndsStatement(sortedIds: string[]): Statement {
  // A run whose commit was refused has not ended.
  const text = `select ${withoutDisk}, pg_notify($1, payload)
    from (select string_agg(id || '${endedMark}', ',') as payload from runs
      where id = any($2::uuid[]) and id >= $3::uuid and id <= $4::uuid
        and finished_at is not null) as ended
    where payload is not null`
  return {
    name: 'notify-ends',
    text,
    values: [runsChannel, sortedIds, sortedIds[0], sortedIds.at(-1)],
  }
}

/** Runs whose end was notified by the statement behind their commit (`markEndsNotified`). */
const endsNotified = new Set<string>()

/**
 * Records that `notifyEndsStatement` notifies the ends of these runs, so that the next `changed` of
 * each, which also reports its end, sends nothing.
 */
export function markEndsNotified(runIds: Iterable<string>): void {
  for (const runId of runIds) endsNotified.add(runId)
}

/** Whether the end of the run was notified; it is answered once. */
export const takeEndNotified = (runId: string): boolean => endsNotified.delete(runId)
