import type pg from 'pg'
import { log } from '#lib/log'
import type { Outcome } from '../model/outcome.ts'
import { offloadValue } from './payloads.ts'

/**
 * Stores the answer of a call that was cancelled while it was in flight, for people to see. Nothing
 * follows from it, and the turn does not wait for the write.
 */
export function storeLateAnswer(
  pool: pg.Pool,
  runId: string,
  task: { taskId: string; attempt: number },
  outcome: Outcome,
): void {
  if (outcome.kind !== 'done') return
  store(pool, runId, task, outcome.output).catch((error: unknown) =>
    log.warn(
      { error, runId, taskId: task.taskId },
      'the answer of a cancelled call could not be stored',
    ),
  )
}

const text = `
  with late as (
    update tasks set output = $4::jsonb, output_ref = $5::text
    where run_id = $1 and id = $2 and attempt = $3 and status = 'cancelled' and output is null
      and output_ref is null
    returning run_id, organization_id)
  insert into payloads (run_id, hash, organization_id, size, body)
  select run_id, $5::text, organization_id, $6::bigint, $7::jsonb from late
  where $5::text is not null on conflict do nothing`

async function store(
  pool: pg.Pool,
  runId: string,
  { taskId, attempt }: { taskId: string; attempt: number },
  output: unknown,
): Promise<void> {
  const offloaded = await offloadValue(runId, output ?? null)
  const values =
    offloaded.ref === undefined
      ? [JSON.stringify(offloaded.value), null, null, null]
      : [
          null,
          offloaded.ref,
          offloaded.row.size,
          offloaded.row.body === null ? null : JSON.stringify(offloaded.row.body),
        ]
  await pool.query(text, [runId, taskId, attempt, ...values])
}
