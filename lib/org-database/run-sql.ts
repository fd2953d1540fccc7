import { ApiError } from '#lib/domain/api-error'
import { defaultPool } from './default-pool.ts'
import { limits } from './limits.ts'
import type { RunnerPool } from './runner-pool.ts'
import type { StatementResult } from './statement-result.ts'
import type { Target } from './target.ts'
import { watch } from './watchdog.ts'

type Statement = { query: string; params: unknown[]; arrayMode: boolean; readOnly?: boolean }
type Options = { organizationId: string; watchdogUrl: string | null; signal?: AbortSignal; statementMs?: number; pool?: RunnerPool }

/**
 * Runs one statement of an organization in its database: in another process, through the gate, over the extended protocol, within the limits of
 * `limits.ts`. What Postgres or the gate refuses is part of the result. `watchdogUrl` is null for a Postgres that is not ours.
 * Throws ApiError `unavailable` when the database cannot be used, `rate_limited` when the organization has too much under way.
 */
export async function runSql(target: Target, statement: Statement, options: Options): Promise<StatementResult> {
  const { organizationId, watchdogUrl, signal, statementMs = limits.statementMs, pool = defaultPool() } = options
  let release = () => {}
  const onSession = (pid: number, mode: 'read' | 'write') => {
    if (watchdogUrl !== null) release = watch(watchdogUrl, { target, pid, mode, statementMs })
  }
  try {
    const outcome = await pool.run({ readOnly: false, ...statement, target, statementMs }, organizationId, onSession, signal)
    if ('unavailable' in outcome) throw new ApiError('unavailable', outcome.unavailable, { begun: outcome.begun }, { headers: { 'retry-after': '5' } })
    return outcome
  } finally {
    release()
  }
}

/** Ends the runners of this process; to be called when the process is asked to end. */
export async function stopSqlRunners(): Promise<void> {
  await defaultPool().stop()
}
