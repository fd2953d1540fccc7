import { log } from '#lib/log'

export const runsChannel = 'rounds_runs'
/** Stands behind the id of a run that has ended. */
export const endedMark = '!'
const intervalMs = 100
/** Ids are 36 characters, with mark and comma 38, and a payload of Postgres holds 8,000 bytes. */
const idsPerNotification = 200

export type Notifier = {
  /** `ended` runs are told of at once, since someone may be waiting for just that. */
  changed(runId: string, ended?: boolean): void
  stop(): Promise<void>
}

/** Runs whose end was told by whoever wrote it (`markEndsNotified`). */
const ended = new Set<string>()

/**
 * What tells watchers of those of the runs that have ended; it goes to Postgres right behind the
 * commit that ended them, without waiting for its answer.
 */
export function notifyEndsStatement(sortedIds: string[]): {
  name: string
  text: string
  values: unknown[]
} {
  // What `tell` says of synchronous_commit holds here too. A run whose commit was refused has not
  // ended.
  const text = `select set_config('synchronous_commit', 'off', true), pg_notify($1, payload)
    from (select string_agg(id || '${endedMark}', ',') as payload from runs where id = any($2::uuid[]) and id >= $3::uuid and id <= $4::uuid and finished_at is not null) as ended
    where payload is not null`
  return {
    name: 'notify-ends',
    text,
    values: [runsChannel, sortedIds, sortedIds[0], sortedIds.at(-1)],
  }
}

/**
 * The ends of these runs are told by `notifyEndsStatement`: the next `changed` of each, which tells
 * its end too, has nothing to do.
 */
export function markEndsNotified(runIds: Iterable<string>): void {
  for (const runId of runIds) ended.add(runId)
}

type Queryable = {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<unknown>
}

/**
 * Tells watchers which runs changed: at once, then at most ten times a second for each run; what
 * comes together is told together. Never inside the transaction of the change, because `pg_notify`
 * there serialises all commits (12,700 → 4,400 commits a second, measured).
 */
export function createNotifier(pool: Queryable): Notifier {
  /** Runs to tell of, by the earliest time. */
  const waiting = new Map<string, number>()
  const notifiedAt = new Map<string, number>()
  const endedRuns = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  let sending: Promise<void> | undefined

  async function notify(ids: string[]): Promise<void> {
    const payloads = Array.from(
      { length: Math.ceil(ids.length / idsPerNotification) },
      (_, index) =>
        ids.slice(index * idsPerNotification, (index + 1) * idsPerNotification).join(','),
    )
    try {
      // It tells and keeps nothing, so it waits for no disk: left to itself Postgres gives each
      // notification a transaction of its own to be flushed.
      await pool.query({
        name: 'notify-runs',
        text: `select set_config('synchronous_commit', 'off', true), pg_notify($1, payload) from unnest($2::text[]) as payload`,
        values: [runsChannel, payloads],
      })
    } catch (error) {
      // Watchers look by themselves every second, so a lost notification costs little.
      log.debug({ error }, 'could not notify the watchers of runs')
    }
  }

  const marked = (id: string): string => (endedRuns.delete(id) ? id + endedMark : id)

  function schedule(): void {
    clearTimeout(timer)
    if (sending || soon || waiting.size === 0) return
    const inMs = Math.min(...waiting.values()) - Date.now()
    // A timer takes a millisecond at least; what ends now is told now.
    if (inMs > 0) timer = setTimeout(send, inMs)
    else soon = setImmediate(send)
  }

  function send(): void {
    soon = undefined
    const now = Date.now()
    for (const [id, at] of notifiedAt) if (at < now - intervalMs) notifiedAt.delete(id)
    const due = [...waiting].filter(([, at]) => at <= now).map(([id]) => id)
    for (const id of due) {
      waiting.delete(id)
      notifiedAt.set(id, now)
    }
    if (due.length === 0) return schedule()
    sending = notify(due.map(marked)).then(() => {
      sending = undefined
      schedule()
    })
  }

  return {
    changed(runId, hasEnded = false) {
      if (hasEnded && ended.delete(runId)) return void waiting.delete(runId)
      if (hasEnded) endedRuns.add(runId)
      const earliest = hasEnded ? 0 : (notifiedAt.get(runId) ?? -Infinity) + intervalMs
      waiting.set(runId, Math.min(waiting.get(runId) ?? Infinity, earliest))
      schedule()
    },
    async stop() {
      await sending
      clearTimeout(timer)
      clearImmediate(soon)
      const rest = [...waiting.keys()].map(marked)
      waiting.clear()
      if (rest.length > 0) await notify(rest)
    },
  }
}
