import { log } from '#lib/log'

export const runsChannel = 'rounds_runs'
const intervalMs = 100
/** Ids are 36 characters and a payload of Postgres holds 8,000 bytes. */
const idsPerNotification = 200

export type Notifier = { changed(runId: string): void; stop(): Promise<void> }

type Queryable = { query(text: string, values: unknown[]): Promise<unknown> }

/**
 * Tells watchers which runs changed: at once for the first, then at most ten times a second for all together. Never inside the transaction of the
 * change, because `pg_notify` there serialises all commits (12,700 → 4,400 commits a second, measured).
 */
export function createNotifier(pool: Queryable): Notifier {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()

  async function send(): Promise<void> {
    timer = waiting.size > 0 ? setTimeout(flush, intervalMs) : undefined
    const ids = [...waiting]
    waiting.clear()
    if (ids.length === 0) return
    const payloads = Array.from({ length: Math.ceil(ids.length / idsPerNotification) }, (_, index) =>
      ids.slice(index * idsPerNotification, (index + 1) * idsPerNotification).join(','),
    )
    try {
      await pool.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [runsChannel, payloads])
    } catch (error) {
      // Watchers look by themselves every second, so a lost notification costs little.
      log.debug({ error }, 'could not notify the watchers of runs')
    }
  }
  const flush = (): void => void (sending = send())

  return {
    changed(runId) {
      waiting.add(runId)
      timer ??= setTimeout(flush, 0)
    },
    async stop() {
      clearTimeout(timer)
      await sending
      await send()
      clearTimeout(timer)
    },
  }
}
