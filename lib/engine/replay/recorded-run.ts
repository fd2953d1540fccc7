import type pg from 'pg'
import type { Failure } from '#lib/domain/run/run'
import type { Effect, RunStatus, TaskStatus } from '#lib/domain/statuses'
import type { Definition } from '#lib/domain/workflow/definition'
import type { LeasedRun } from '../model/run.ts'
import { loadValue } from '../store/payloads.ts'

/** A value of a recorded task. A large one is read from the payloads when it is first needed. */
export class RecordedValue {
  readonly #runId: string
  readonly #ref: string | null
  #value: unknown

  constructor(runId: string, value: unknown, ref: string | null) {
    this.#runId = runId
    this.#value = value
    this.#ref = ref
  }

  /** The value itself, at once, when it lies in the row. Throws `unavailable` for a lost file. */
  async load(pool: pg.Pool): Promise<unknown> {
    return this.#ref === null
      ? this.#value
      : await loadValue(pool, this.#runId, this.#value, this.#ref)
  }
}

/** A task of a run that has ended, as it was recorded. */
export type RecordedTask = {
  id: string
  key: string
  stepId: string
  status: TaskStatus
  effect: Effect
  /** In a test run its answer was pinned, or it was disabled: nobody and nothing answered. */
  isGiven?: boolean
  via: string | null
  error: Failure | null
  input: RecordedValue
  /** Undefined for a task that gave nothing: it did not complete, and no handler replaced it. */
  output: RecordedValue | undefined
}

/**
 * The tasks of a run, or of all runs of one loop's body, by key. `items` are those of the loop; its
 * keys begin with their numbers.
 */
export type RecordedScope = { tasks: Map<string, RecordedTask>; items: unknown[] }

/** The scope of the run itself. */
export const ownScope = ''
/** The scope of the body of the loop with this task. */
export const bodyScope = (scope: string, loopKey: string): string => `${scope}/${loopKey}`

/** A run that has ended, with all that was recorded of it. */
export type RecordedRun = {
  run: LeasedRun
  /** The version that it ran, or the draft of a test run. */
  definition: Definition
  status: Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>
  scopes: Map<string, RecordedScope>
  /** The child runs that its tasks started, by the tasks' ids, where they were copied with it. */
  children?: ReadonlyMap<string, RecordedRun>
}
