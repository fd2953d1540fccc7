import type { RetryPolicy } from '#lib/domain/workflow/definition'
import type { Outcome } from '../model/outcome.ts'
import { failed } from './differences-of.ts'
import type { RecordedTask } from './recorded-run.ts'
import type { Playing, ScopeParts } from './scope.ts'

/** A failure is final: the record has the answer of the last attempt. */
const once: RetryPolicy = { maxAttempts: 1, delaySeconds: 1, factor: 1, maxDelaySeconds: 1 }

/** Ends the step with this outcome, without executing it. */
export function applyOutcome(
  { state, now }: ScopeParts,
  { task }: Playing,
  outcome: Outcome,
): void {
  state.apply(task.key, outcome, null, once, now)
}

/** Applies what was recorded: the step is the same and reads the same, or its answer is assumed. */
export function takeRecorded(parts: ScopeParts, playing: Playing, old: RecordedTask): void {
  const outcome: Outcome =
    old.status === 'completed'
      ? { kind: 'done', output: old.output ?? null, via: old.via, logs: [] }
      : failed(old)
  playing.isRecorded = true
  parts.same.set(playing.task.key, true)
  applyOutcome(parts, playing, outcome)
}
