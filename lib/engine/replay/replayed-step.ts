import type { TaskRow } from '../model/run.ts'
import type { RecordedTask } from './recorded-run.ts'

/** One step of a replay, beside what was recorded of it. */
export type ReplayedStep = {
  stepId: string
  /** The numbers of the items in the loops around the step, from the outside in. */
  items: number[]
  /** Left out for a step that the run did not have. */
  old?: RecordedTask | undefined
  /** Of a step that is not reached: the step to blame that what it comes after is not known. */
  because?: string
  /** Left out when that is not known. */
  now?: Pick<TaskRow, 'status' | 'via' | 'error'> & {
    /** What it asks or computes from; undefined where nothing had to be computed. */
    input: unknown
    /** A `RecordedValue` where it was taken from the record. */
    output: unknown
    isRecorded: boolean
    /** Nobody gave this answer: the draft is tried, and the record has none. */
    isInvented: boolean
  }
}
