import { ApiError } from '#lib/domain/api-error'
import { defaultPool } from './default-pool.ts'
import { databaseSizes } from './database-sizes.ts'
import { limits } from './limits.ts'
import { databaseFull, timedOut, tooMuchMemory } from './render.ts'
import type { RunnerPool } from './runner-pool.ts'
import type { StatementResult } from './statement-result.ts'
import type { Target } from './target.ts'
import { watch, type Watch } from './watchdog.ts'

type Statement = { query: string; params: unknown[]; arrayMode: boolean; readOnly?: boolean }
type Options = {
  organizationId: string
  /** Null for a Postgres outside our control. */
  watchdogUrl: string | null
  signal?: AbortSignal
  statementMs?: number
  /** Limits of a database of ours. */
  databaseBytes?: number
  memoryBytes?: number
  pool?: RunnerPool
}

/**
 * Runs one statement of an organization in its database: in another process, through the gate, over
 * the extended protocol, within the limits of `limits.ts`. A refusal by Postgres or the gate is
 * part of the result. Throws ApiError `unavailable` when the database cannot be used,
 * `rate_limited` when too many statements of the organization run or wait.
 */
export async function runSql(
  target: Target,
  statement: Statement,
  options: Options,
): Promise<StatementResult> {
  const { organizationId, watchdogUrl, signal, pool = defaultPool() } = options
  const { statementMs = limits.statementMs } = options
  const { databaseBytes = limits.databaseBytes, memoryBytes = limits.memoryBytes } = options
  const isOver = async (url: string) =>
    await databaseSizes.isOver(databaseBytes, url, target.database)
  const full = watchdogUrl !== null && (await isOver(watchdogUrl))
  let watched: Watch | undefined
  const onSession = (pid: number, grows: boolean) => {
    if (watchdogUrl === null) return
    const bounds = { statementMs, databaseBytes, memoryBytes }
    watched = watch(watchdogUrl, { target, pid, grows, ...bounds })
  }
  try {
    const overBytes = full ? databaseBytes : null
    const request = { readOnly: false, ...statement, target, statementMs, overBytes }
    const outcome = await pool.run(request, organizationId, onSession, signal)
    if ('unavailable' in outcome)
      throw new ApiError(
        'unavailable',
        outcome.unavailable,
        { begun: outcome.begun },
        { headers: { 'retry-after': '5' } },
      )
    const error = {
      size: databaseFull(databaseBytes),
      memory: tooMuchMemory(memoryBytes),
      time: undefined,
    }[watched?.ended() ?? 'time']
    // The runner only sees that its session has ended, and reports the end of the time.
    if (!error || outcome.errorCode !== timedOut(statementMs).code) return outcome
    return { ...outcome, json: JSON.stringify({ error }), errorCode: error.code }
  } finally {
    watched?.release()
  }
}

/** Ends the runners of this process; for its shutdown. */
export async function stopSqlRunners(): Promise<void> {
  await defaultPool().stop()
}
