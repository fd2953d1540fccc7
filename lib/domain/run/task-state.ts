import type { ScreenState } from './screen-state.ts'

/** What a task waits for that was not called yet: it is tried again later. */
export type Deferral = 'connection' | 'step-type' | 'process'

/** What the reasons have in common. A step's own fields lie beside them, under its own names. */
type Shared = {
  waitsFor?: Deferral | null
  /** The instant of the first deferral for the same. */
  waitsSince?: string
  /** An earlier attempt may have reached the outside. */
  mayHaveHappened?: boolean
  /** What a person answered, or where it is stored. */
  answer?: unknown
  answerRef?: string
  [own: string]: unknown
}

/**
 * What the engine stores with a task (`tasks.state`), by the reason for which it was suspended. A
 * task that was only deferred, or tried again, has none. Only the engine writes it, so a row is
 * read as what it was written as.
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
