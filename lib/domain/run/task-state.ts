import type { ScreenState } from './screen-state.ts'

/** What a deferred task waits for; its call was not made and is tried again later. */
export type Deferral = 'connection' | 'step-type' | 'process' | 'code-quota' | 'worker'

/** The common fields of all reasons. A step's own fields are beside them, under its own names. */
type Shared = {
  waitsFor?: Deferral | null
  /** The instant of the first deferral for the same reason. */
  waitsSince?: string
  /** With `waitsFor: 'worker'`: the label of the workers that may call; null: no label. */
  workerLabel?: string | null
  /** An earlier attempt may have reached the outside. */
  mayHaveHappened?: boolean
  /** A person said that the call of a held run is to be made. */
  released?: boolean
  /** A person's answer, or its reference. */
  answer?: unknown
  answerRef?: string
  [own: string]: unknown
}

/**
 * The engine's data of a task (`tasks.state`), by the reason for which it is suspended. A task that
 * was only deferred, or tried again, has no reason. Only the engine writes it, so a row is read
 * without validation.
 */
export type TaskState = Shared &
  (
    | { reason?: undefined }
    | { reason: 'until'; until: string }
    | ({ reason: 'screen' } & ScreenState)
    | { reason: 'child-run'; attempt: number; stopAtFailure?: boolean }
    | { reason: 'async-result'; asyncResultId: string }
    | { reason: 'unknown-outcome' }
  )
