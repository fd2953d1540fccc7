import { log } from '#lib/log'

export const runsChannel = 'rounds_runs'
/** Follows the id of a run that has ended. */
export const endedMark = '!'
const intervalMs = 100
/** Ids are 36 characters, with mark and comma 38, and a payload of Postgres holds 8,000 bytes. */
const idsPerNotification = 200

export type Notifier = {
  /** A run that `hasEnded` is notified at once, since a caller may be waiting for its end. */
  changed(runId: string, hasEnded?: boolean): void
  stop(): Promise<void>
}

/** Runs whose end was notified by the statement behind their commit (`markEndsNotified`). */
const endsNotified = new Set<string>()

/**
 * Notifies watchers of those of the runs that have ended. It goes to Postgres right behind the
 * commit that ended them, without waiting for its answer.
 */
export function notifyEndsStatement(sortedIds: string[]): {
  name: string
  text: string
  values: unknown[]
} {
  // As in `#notify`, nothing needs the disk. A run whose commit was refused has not ended.
  const text = `select set_config('synchronous_commit', 'off', true), pg_notify($1, payload)
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

/**
 * Records that `notifyEndsStatement` notifies the ends of these runs, so that the next `changed` of
 * each, which also reports its end, sends nothing.
 */
export function markEndsNotified(runIds: Iterable<string>): void {
  for (const runId of runIds) endsNotified.add(runId)
}

type Queryable = {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<unknown>
}

/**
 * Notifies watchers of changed runs: at once, then at most ten times a second for each run, many
 * runs in one statement. It never runs inside the transaction of the change, because `pg_notify`
 * there serialises all commits (12,700 → 4,400 commits a second, measured).
 */
class RunNotifier implements Notifier {
  readonly #pool: Queryable
  /** Runs to be notified, each with its earliest time. */
  readonly #waiting = new Map<string, number>()
  readonly #notifiedAt = new Map<string, number>()
  readonly #ended = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #immediate: NodeJS.Immediate | undefined
  #sending: Promise<void> | undefined

  constructor(pool: Queryable) {
    this.#pool = pool
  }

  changed(runId: string, hasEnded = false): void {
    if (hasEnded && endsNotified.delete(runId)) {
      this.#waiting.delete(runId)
      return
    }
    if (hasEnded) this.#ended.add(runId)
    const earliest = hasEnded ? 0 : (this.#notifiedAt.get(runId) ?? -Infinity) + intervalMs
    this.#waiting.set(runId, Math.min(this.#waiting.get(runId) ?? Infinity, earliest))
    this.#schedule()
  }

  async stop(): Promise<void> {
    await this.#sending
    clearTimeout(this.#timer)
    clearImmediate(this.#immediate)
    const rest = [...this.#waiting.keys()].map((id) => this.#marked(id))
    this.#waiting.clear()
    if (rest.length > 0) await this.#notify(rest)
  }

  #marked(id: string): string {
    return this.#ended.delete(id) ? id + endedMark : id
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (this.#sending || this.#immediate || this.#waiting.size === 0) return
    const inMs = Math.min(...this.#waiting.values()) - Date.now()
    // A timer takes a millisecond at least, which an end must not wait for.
    if (inMs > 0) this.#timer = setTimeout(() => this.#send(), inMs)
    else this.#immediate = setImmediate(() => this.#send())
  }

  #send(): void {
    this.#immediate = undefined
    const now = Date.now()
    for (const [id, at] of this.#notifiedAt) if (at < now - intervalMs) this.#notifiedAt.delete(id)
    const due = [...this.#waiting].filter(([, at]) => at <= now).map(([id]) => id)
    for (const id of due) {
      this.#waiting.delete(id)
      this.#notifiedAt.set(id, now)
    }
    if (due.length === 0) {
      this.#schedule()
      return
    }
    this.#sending = this.#notify(due.map((id) => this.#marked(id))).then(() => {
      this.#sending = undefined
      this.#schedule()
    })
  }

  async #notify(ids: string[]): Promise<void> {
    const payloads = Array.from(
      { length: Math.ceil(ids.length / idsPerNotification) },
      (_, index) =>
        ids.slice(index * idsPerNotification, (index + 1) * idsPerNotification).join(','),
    )
    try {
      // A notification stores nothing, so it need not wait for the disk. By default Postgres
      // flushes a transaction for each notification.
      await this.#pool.query({
        name: 'notify-runs',
        text: `select set_config('synchronous_commit', 'off', true), pg_notify($1, payload)
          from unnest($2::text[]) as payload`,
        values: [runsChannel, payloads],
      })
    } catch (error) {
      // Watchers also check every second, so a lost notification costs little.
      log.debug({ error }, 'could not notify the watchers of runs')
    }
  }
}

export function createNotifier(pool: Queryable): Notifier {
  return new RunNotifier(pool)
}
