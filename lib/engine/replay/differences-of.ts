import type pg from 'pg'
import { changedFields, type Difference } from '#lib/domain/back-test/difference'
import type { Effect } from '#lib/domain/statuses'
import type { Outcome } from '../model/outcome.ts'
import type { RecordedTask } from './recorded-run.ts'

/** Whether a recorded task came to an end of its own. */
export const hasEnded = (task: RecordedTask | undefined): task is RecordedTask =>
  task?.status === 'completed' || task?.status === 'failed'

const failing = (before: string | null, after: string) => ({
  kind: 'failed' as const,
  effect: 'pure' as const,
  fields: [],
  before,
  after,
})

/** How a task failed, as it was recorded. */
export function failed({ error, stepId }: RecordedTask): Outcome {
  const failure = error ?? { code: 'failed', message: 'The step failed.', stepId, attempt: 1 }
  return {
    kind: 'failed',
    failure,
    permanent: true,
    retryAfterSeconds: undefined,
    mayHaveHappened: false,
    logs: [],
  }
}

/** In what a computed outcome differs from what was recorded. */
export async function differencesOf(
  outcome: Outcome,
  { old, wasThere, pool }: { old: RecordedTask | undefined; wasThere: boolean; pool: pg.Pool },
): Promise<Omit<Difference, 'stepId' | 'items'>[]> {
  const effect: Effect = 'pure'
  if (!hasEnded(old)) {
    return [
      ...(wasThere ? [{ kind: 'new' as const, effect, fields: [] }] : []),
      ...(outcome.kind === 'failed' ? [failing(null, outcome.failure.code)] : []),
    ]
  }
  const code = old.status === 'failed' ? (old.error?.code ?? 'failed') : null
  if (outcome.kind === 'failed')
    return outcome.failure.code === code ? [] : [failing(code, outcome.failure.code)]
  if (outcome.kind !== 'done') return []
  if (code !== null)
    return [{ kind: 'mended' as const, effect, fields: [], before: code, after: null }]
  const given = await old.output?.load(pool)
  const fields = changedFields(given ?? null, outcome.output ?? null)
  return [
    ...(old.via === outcome.via
      ? []
      : [{ kind: 'branch' as const, effect, fields: [], before: old.via, after: outcome.via }]),
    ...(fields.length > 0 ? [{ kind: 'output' as const, effect, fields }] : []),
  ]
}
