import { makeClient } from '#lib/postgres'
import { limits } from './limits.ts'

/**
 * Runs a query as the watchdog's role. Each query has its own connection: there are few, and an
 * idle one could be broken when it is needed. Undefined when there was no answer.
 */
export async function askWatchdog(
  url: string,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[] | undefined> {
  const client = makeClient({
    connectionString: url,
    application_name: 'rounds watchdog',
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.connectMs,
  })
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}
