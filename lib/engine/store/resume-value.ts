import type pg from 'pg'
import { loadChildEnds } from './child-runs.ts'
import { loadValue } from './payloads.ts'
import type { LeasedRun, TaskRow } from '../model/run.ts'

/**
 * Loads what a resumed task had waited for, when its state does not contain it: how its child runs
 * ended, or a large answer of a person.
 */
export async function loadResumeValue(
  pool: pg.Pool,
  run: LeasedRun,
  { id, state }: TaskRow,
): Promise<{ answer?: unknown }> {
  if (typeof state?.answerRef === 'string')
    return { answer: await loadValue(pool, run.id, null, state.answerRef) }
  if (state?.reason !== 'child-run') return {}
  return { answer: await loadChildEnds(pool, run, id, state.attempt) }
}
