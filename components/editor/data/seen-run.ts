import type { ChildRunView, RunPageTask } from '#lib/contracts/runs/runs'
import type { TriedStep } from '#lib/contracts/workflows/tries'

type Value = 'id' | 'key' | 'stepId' | 'status' | 'input' | 'output' | 'via' | 'outputTruncated'

/** What the editor shows of a task: one of a past run, or one that was tried. */
export type SeenTask = Pick<RunPageTask, Value> & {
  error: { message: string } | null
  /** How often it was worked on; left out for one that was tried. */
  attempt?: number
  /** Where the answer of a tried step came from. */
  answered?: TriedStep['answered']
  /** The fields in which it would ask something else than was recorded. */
  askedOther?: string[]
}

/** What the editor shows of a run. */
export type SeenRun = {
  startData: unknown
  tasks: SeenTask[]
  children: Pick<ChildRunView, 'id' | 'taskId' | 'from' | 'items'>[]
}
