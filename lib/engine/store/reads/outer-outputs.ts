import type pg from 'pg'
import type { LoopRun } from '#lib/domain/run/loop-run'
import { retryWhileDisconnected } from '../connection-retry.ts'
import { loadValue } from '../payloads.ts'

/**
 * Outputs of the steps around a loop, for a run of its body. These steps have ended and their
 * outputs never change, so a turn reads each of them once.
 */
export class OuterOutputs {
  readonly #pool: pg.Pool
  readonly #loop: LoopRun | null
  readonly #known = new Map<string, { output: unknown } | undefined>()

  constructor(pool: pg.Pool, loop: LoopRun | null) {
    this.#pool = pool
    this.#loop = loop
  }

  /** Outputs by step id; steps without an output are left out. */
  async of(stepIds: string[]): Promise<Map<string, unknown>> {
    const loop = this.#loop
    const missing = stepIds.filter((id) => !this.#known.has(id))
    if (loop && missing.length > 0) {
      const found = await retryWhileDisconnected(() => loadOuterOutputs(this.#pool, loop, missing))
      for (const id of missing)
        this.#known.set(id, found.has(id) ? { output: found.get(id) } : undefined)
    }
    const outputs = new Map<string, unknown>()
    for (const id of stepIds) {
      const known = this.#known.get(id)
      if (known) outputs.set(id, known.output)
    }
    return outputs
  }
}

/** The outputs of steps around a loop, by step id: each from the nearest run that has the step. */
async function loadOuterOutputs(
  pool: pg.Pool,
  { outer }: LoopRun,
  stepIds: string[],
): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>()
  for (const { runId, prefix } of outer) {
    const missing = stepIds.filter((id) => !found.has(id))
    if (missing.length === 0) break
    const text = `select step_id as "stepId", output, output_ref as ref from tasks
      where run_id = $1 and key = any($2::text[])
        and (status = 'completed' or status = 'failed'
          and (output is not null or output_ref is not null))`
    const { rows } = await pool.query<{ stepId: string; output: unknown; ref: string | null }>({
      name: 'load-outer',
      text,
      values: [runId, missing.map((id) => prefix + id)],
    })
    for (const { stepId, output, ref } of rows)
      found.set(stepId, await loadValue(pool, runId, output, ref))
  }
  return found
}
