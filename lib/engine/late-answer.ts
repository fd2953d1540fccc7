import type pg from 'pg'
import { log } from '#lib/log'
import type { Outcome } from './outcome.ts'

/** Keeps what a call answered that was cancelled while it was in flight, so that people see it; nothing follows from it, and nobody waits for it to be written. */
export function keepLateAnswer(pool: pg.Pool, runId: string, { taskId, attempt }: { taskId: string; attempt: number }, outcome: Outcome): void {
  if (outcome.kind !== 'done') return
  const kept = pool.query(`update tasks set output = $4::jsonb where run_id = $1 and id = $2 and attempt = $3 and status = 'cancelled' and output is null`, [
    runId,
    taskId,
    attempt,
    JSON.stringify(outcome.output ?? null),
  ])
  kept.catch((error: unknown) => log.warn({ error, runId, taskId }, 'the answer of a cancelled call could not be kept'))
}
