import { setTimeout as delay } from 'node:timers/promises'
import { isConnectionError } from '#lib/engine/store/connection-retry'
import { log } from '#lib/log'
import { makeClient } from '#lib/postgres'
import { SettingsError } from '#lib/settings-error'

/**
 * How long a start waits for its database while a person waits; after that the address is probably
 * wrong.
 */
export const startTimeoutMs = 60_000
const pauseMs = 500
const tellEveryMs = 10_000

/**
 * Resolves when the database accepts connections; logs at once, and then every ten seconds, that it
 * waits. It waits up to `forMs` milliseconds, Infinity included, while the database cannot be
 * reached, restarts or does not resolve; then it throws a `SettingsError`. Errors that waiting
 * cannot solve (a password, a missing database) are left to the next connection.
 */
export async function waitForDatabase(url: string, forMs: number): Promise<void> {
  const started = Date.now()
  let reported = -Infinity
  for (;;) {
    const client = makeClient({
      connectionString: url,
      application_name: 'rounds',
      connectionTimeoutMillis: 15_000,
    })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      await client.end().catch(() => undefined)
      if (!isConnectionError(error)) return
      const where =
        `The database at ${client.host}:${client.port} does not answer ` +
        `(${(error as NodeJS.ErrnoException).code ?? 'no answer'})`
      const waitedMs = Date.now() - started
      if (waitedMs >= forMs)
        throw new SettingsError(
          `${where}, also after ${Math.round(waitedMs / 1000)} s. Check DATABASE_URL, ` +
            'and that the server is running.',
        )
      if (Date.now() - reported >= tellEveryMs) {
        log.warn({ waitedSeconds: Math.round(waitedMs / 1000) }, `${where}. Waiting for it.`)
        reported = Date.now()
      }
      await delay(Math.min(pauseMs, forMs - waitedMs))
    }
  }
}
