import type { LineState } from '#components/editor/drawing/line-look'
import { linkId, linksOf, type Link } from '#components/editor/model/graph'
import type { RunPage, RunPageTask } from '#lib/contracts/runs/runs'
import type { Definition } from '#lib/domain/workflow/definition'
import { bodiesOf, bodyBranch, innermostLoops } from '#lib/domain/workflow/loops'

/**
 * The task that stands for a step on the drawing: its own, or, for a failure handler or an item of
 * a loop, the newest that ran as it.
 */
export function taskOfStep(tasks: RunPageTask[], stepId: string): RunPageTask | undefined {
  return (
    tasks.find((task) => task.key === stepId) ?? tasks.findLast((task) => task.stepId === stepId)
  )
}

/** The data of a run that the drawing needs. */
export type DrawnRun = Pick<RunPage, 'tasks' | 'children' | 'loop'>

/**
 * How many items or rounds a loop had by its output. A run that retries another has the loop's
 * output, but not its runs.
 */
function counted(output: unknown): number {
  const { total, rounds } = (output ?? {}) as { total?: unknown; rounds?: unknown }
  return Number(total ?? rounds ?? 0)
}

/**
 * Whether a loop had items, in this run or in its child runs. A loop leaves by “done” with and
 * without items, so its branch does not show it.
 */
function hadItems({ tasks, children, loop }: DrawnRun, loopId: string): boolean {
  if (loop?.stepId === loopId) return true
  return tasks.some(
    (task) =>
      task.stepId === loopId &&
      (counted(task.output) > 0 || children.some(({ taskId }) => taskId === task.id)),
  )
}

/**
 * Which connections a run took: its source completed by that branch; into a loop's body when there
 * were items; to a handler when it handled something.
 */
export function takenLines(definition: Definition, run: DrawnRun): Map<string, LineState> {
  const bodies = bodiesOf(definition.steps)
  const isTaken = ({ kind, from, via }: Link): boolean => {
    if (kind === 'failure') return run.tasks.some((task) => task.handlesStepId === from)
    if (bodies.has(from) && via === bodyBranch) return hadItems(run, from)
    const source = taskOfStep(run.tasks, from)
    return source?.status === 'completed' && (via === undefined || source.via === via)
  }
  const loops = innermostLoops(bodies)
  // What a loop did is in its runs: this one does not know which ways they took.
  const isUnknown = ({ from }: Link): boolean => {
    const loop = loops.get(from)
    return loop !== undefined && !taskOfStep(run.tasks, from) && hadItems(run, loop)
  }
  return new Map(
    linksOf(definition)
      .filter((link) => !isUnknown(link))
      .map((link) => [linkId(link), isTaken(link) ? 'taken' : 'untaken']),
  )
}
