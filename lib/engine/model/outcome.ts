import { countOf } from '#lib/domain/count-of'
import { log } from '#lib/log'
import { shortageOf } from '#lib/shortage'
import { ApiError } from '#lib/domain/api-error'
import type { CaseName } from '#lib/domain/run/case-name'
import type { Failure, LogLine } from '#lib/domain/run/run'
import type { Deferral } from '#lib/domain/run/task-state'
import type { Effect } from '#lib/domain/statuses'
import { storableJson } from '#lib/domain/text'
import { PermanentStepError, StepError, type Suspension } from '#lib/steps/define-step'

/** How one attempt of a task ended. */
export type Outcome = { logs: LogLine[] } & (
  | { kind: 'done'; output: unknown; via: string | null; named?: CaseName | undefined }
  | { kind: 'suspended'; suspension: Suspension }
  /** `mayHaveHappened`: the call may have reached the outside although it failed. */
  | {
      kind: 'failed'
      failure: Failure
      permanent: boolean
      retryAfterSeconds: number | undefined
      mayHaveHappened: boolean
    }
  /**
   * Nothing was called, because the connection has no room now, this worker does not know the step
   * type, or no process is free to compute its expressions: the task waits, and the attempt does
   * not count.
   */
  | { kind: 'deferred'; seconds: number; waitsFor: Exclude<Deferral, 'worker'> }
  /** The same, because only workers with this label reach the connection; null: with none. */
  | { kind: 'deferred'; waitsFor: 'worker'; label: string | null }
  /** The commit of its intent was not answered, so the call was not made. */
  | { kind: 'not-called' }
  /** It is not known whether the call happened. */
  | { kind: 'unknown'; failure: Failure }
)

type Circumstances = {
  runId: string
  taskId: string
  stepId: string
  attempt: number
  effect: Effect
  /** The step's author allowed the call to be repeated, by a retry policy of its own. */
  repeatable: boolean
  /** False until the call: while the config is computed, nothing has been called. */
  called: boolean
  /** The engine aborted it: the run was cancelled or is over, or this worker lost its lease. */
  abandoned?: boolean
  logs: LogLine[]
}

/** The attempt ran out of the time that its step allows. */
export class StepTimeoutError extends StepError {
  constructor(seconds: number) {
    super('timed_out', `The step did not end within ${countOf(seconds, 'second')}.`, { seconds })
    this.name = 'TimedOut'
  }
}

/**
 * Longer than a turn waits for a near time (turn-times.ts), so that the turn ends and frees its
 * place.
 */
const minDeferralSeconds = 2

/** Statuses that a repeated call would get again. */
const permanentStatus = (status: number): boolean =>
  status < 500 && status !== 408 && status !== 429

/**
 * The outcome that a thrown error means. For a call that changes the world and must not be
 * repeated, a timeout or an unforeseen error leaves the outcome unknown. With a `StepError` the
 * step says that the call did not happen, unless its code is `outcome_unknown`. With a
 * `PermanentStepError` of that code the step says that a repeated call would do harm: a person
 * decides, whatever the step's effect and retry policy.
 */
export function outcomeOfError(
  error: unknown,
  { runId, taskId, stepId, attempt, effect, repeatable, called, abandoned, logs }: Circumstances,
): Outcome {
  const known = error instanceof StepError || error instanceof ApiError
  const { code, message, details } = known
    ? error
    : {
        code: 'unexpected_error',
        message: 'The step failed for a reason that it did not foresee.',
        details: {} as Record<string, unknown>,
      }
  if (!known) {
    const circumstances = { error, runId, taskId, stepId, attempt }
    // What it ends with is stored for people as a late answer.
    if (abandoned) log.info(circumstances, 'a step was aborted')
    // The shortage is logged where it occurs, and the step is tried again.
    else if (shortageOf(error) !== undefined) log.warn(circumstances, 'a step met a shortage')
    else log.error(circumstances, 'a step threw an error that it did not foresee')
  }
  if (code === 'connection_limited')
    return {
      kind: 'deferred',
      seconds: Math.max(minDeferralSeconds, Number(details['retryAfterSeconds']) || 0),
      waitsFor: 'connection',
      logs,
    }
  if (code === 'code_quota')
    return {
      kind: 'deferred',
      seconds: Math.max(minDeferralSeconds, Number(details['retryAfterSeconds']) || 0),
      waitsFor: 'code-quota',
      logs,
    }
  if (code === 'other_worker' && error instanceof ApiError) {
    const { workerLabel } = details
    const label = typeof workerLabel === 'string' ? workerLabel : null
    return { kind: 'deferred', waitsFor: 'worker', label, logs }
  }
  if (code === 'unknown_step_type' && !(error instanceof PermanentStepError))
    return { kind: 'deferred', seconds: minDeferralSeconds, waitsFor: 'step-type', logs }
  if (code === 'not_computed' || code === 'code_not_started')
    return { kind: 'deferred', seconds: minDeferralSeconds, waitsFor: 'process', logs }
  const failure = storableFailure({ code, message, details, stepId, attempt })
  const uncertain =
    !known || code === 'timed_out' || code === 'provider_timeout' || code === 'outcome_unknown'
  const forPerson = code === 'outcome_unknown' && error instanceof PermanentStepError
  const mustNotRepeat = forPerson || (effect === 'unsafe' && uncertain && !repeatable)
  if (called && mustNotRepeat) return { kind: 'unknown', failure, logs }
  const permanent =
    error instanceof PermanentStepError ||
    (error instanceof ApiError && permanentStatus(error.statusCode))
  const retryAfterSeconds = error instanceof StepError ? error.retryAfterSeconds : undefined
  const mayHaveHappened = called && uncertain
  return { kind: 'failed', failure, permanent, retryAfterSeconds, mayHaveHappened, logs }
}

/** A step's process ended in the middle of it, and again when the run had a process of its own. */
export class FatalStepError extends PermanentStepError {
  constructor() {
    super(
      'worker_lost',
      'The process that ran this step ended in the middle of it, and so did the next one. ' +
        'It may need too much memory.',
    )
    this.name = 'FatalStep'
  }
}

/** The code of a call that is held after a restore from a backup. */
export const restoredCode = 'restored'

/** Why a call of a held run is not made: it may have been made after the backup. */
export const restoredFailure = (stepId: string, attempt: number): Failure => ({
  code: restoredCode,
  message:
    'The installation was restored from a backup. This call may have been made after the backup.',
  stepId,
  attempt,
})

/** Makes messages and details of customers' code and of providers fit for Postgres. */
function storableFailure(failure: Failure): Failure {
  try {
    return storableJson(failure)
  } catch {
    return storableJson({ ...failure, details: {} })
  }
}
