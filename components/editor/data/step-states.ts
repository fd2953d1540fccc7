import type { Definition } from '#lib/domain/workflow/definition'
import { bodiesOf, innermostLoops, isLoop } from '#lib/domain/workflow/loops'
import { shownStatus } from '#lib/domain/run/was-given'
import type { TaskStatus } from '#lib/domain/statuses'
import type { Mark } from '../changes/changed-graph.ts'
import type { SeenRun } from './seen-run.ts'

/**
 * What became of a step: in a run, where `repeated` says that a loop did it, once for each of its
 * items, and `unused` that the run went without it; or from one version to another.
 */
export type StepStatus = TaskStatus | 'repeated' | 'unused' | Mark
/** `items`: how many a loop had, or how many fields changed; null for other steps. */
export type StepState = { status: StepStatus; items: number | null }

type Tasks = {
  tasks: Pick<SeenRun['tasks'][number], 'id' | 'key' | 'stepId' | 'status' | 'output' | 'attempt'>[]
  children: SeenRun['children']
}

/** How many items or rounds a loop had, by what it gave, else by its runs. */
function itemsOf(run: Tasks, loopId: string): number {
  const task = run.tasks.find(({ key }) => key === loopId)
  const { total, rounds } = (task?.output ?? {}) as { total?: unknown; rounds?: unknown }
  const given = Number(total ?? rounds ?? 0)
  const children = run.children.filter(({ taskId }) => taskId === task?.id)
  const last = Math.max(0, ...children.map(({ from, items }) => from + (items ?? 0)))
  return Math.max(given, last)
}

/** The state of each step of the draft in a run; steps that the run did not reach are left out. */
export function stepStates({ steps }: Definition, run: Tasks): Map<string, StepState> {
  const loops = innermostLoops(bodiesOf(steps))
  const states = new Map<string, StepState>()
  for (const step of steps) {
    const own = run.tasks.find(({ key }) => key === step.id)
    const task = own ?? run.tasks.findLast(({ stepId }) => stepId === step.id)
    const items = isLoop(step) && task ? itemsOf(run, step.id) : null
    if (task && task.status !== 'waiting-dependencies')
      states.set(step.id, { status: shownStatus(task), items })
    const loop = loops.get(step.id)
    const rounds = loop === undefined || task ? 0 : itemsOf(run, loop)
    if (rounds > 0) states.set(step.id, { status: 'repeated', items: rounds })
  }
  return states
}
