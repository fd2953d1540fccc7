import { positionsOf } from '#components/editor/model/layout/positions'
import type { RunPage, RunPageTask } from '#lib/contracts/runs/runs'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import type { Definition } from '#lib/domain/workflow/definition'
import { beginsBody, bodiesOf, innermostLoops } from '#lib/domain/workflow/loops'
import type { TaskStatus } from '#lib/domain/statuses'

export const nodeWidth = 220
export const nodeHeight = 64

/** `inRuns`: a loop repeats the step in runs of its own, so this run has no task for it. */
export type GraphNode = {
  id: string
  title: string
  type: string
  status: TaskStatus | null
  inRuns: boolean
  /** The second line of what started the run. */
  note?: string
  x: number
  y: number
}
export type GraphEdge = {
  id: string
  from: string
  to: string
  label: string | null
  kind: 'flow' | 'failure'
  taken: boolean
}

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
 * The workflow of a run as nodes and edges with the run's statuses. An edge is taken when its
 * source completed by that branch; that into a loop's body when there were items. Steps stand
 * where the author put them, else where a layout of the whole puts them.
 */
export function runGraph(
  definition: Definition,
  run: DrawnRun,
): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const { steps } = definition
  const { tasks } = run
  const byId = new Map(steps.map((step) => [step.id, step]))
  const places = positionsOf(definition, new Map())
  const bodies = bodiesOf(steps)
  const loops = innermostLoops(bodies)
  const nodes = steps.map((step) => {
    const place = places[step.id] ?? { x: 0, y: 0 }
    const status = taskOfStep(tasks, step.id)?.status ?? null
    const loop = loops.get(step.id)
    const inRuns =
      status === null && loop !== undefined && tasks.some((task) => task.stepId === loop)
    return { id: step.id, title: step.title || step.id, type: step.type, status, inRuns, ...place }
  })
  const edges = steps.flatMap((step): GraphEdge[] => {
    const flow = step.after.map((edge): GraphEdge => {
      const source = taskOfStep(tasks, edge.step)
      const leaves =
        source?.status === 'completed' && (edge.via === undefined || source.via === edge.via)
      const taken =
        bodies.has(edge.step) && beginsBody(edge, edge.step) ? hadItems(run, edge.step) : leaves
      return {
        id: `${edge.step}>${step.id}>${edge.via ?? ''}`,
        from: edge.step,
        to: step.id,
        label: edge.via === undefined ? null : branchLabel(byId.get(edge.step), edge.via),
        kind: 'flow',
        taken,
      }
    })
    if (!step.on_failure) return flow
    const handler = tasks.some((task) => task.handlesStepId === step.id)
    return [
      ...flow,
      {
        id: `${step.id}!${step.on_failure.step}`,
        from: step.id,
        to: step.on_failure.step,
        label: 'on failure',
        kind: 'failure',
        taken: handler,
      },
    ]
  })
  return { nodes, edges }
}
