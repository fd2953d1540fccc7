import type { ChildRunView, RunPageTask } from '#lib/contracts/runs/runs'

/** What the editor shows of a task: one of a past run, or one that was tried. */
export type SeenTask = Pick<
  RunPageTask,
  'id' | 'key' | 'stepId' | 'status' | 'input' | 'output' | 'via' | 'error' | 'outputTruncated'
>

/** What the editor shows of a run. */
export type SeenRun = {
  startData: unknown
  tasks: SeenTask[]
  children: Pick<ChildRunView, 'id' | 'taskId' | 'from' | 'items'>[]
}
