import type { RunPage, RunPageTask } from '#lib/contracts/runs/runs'
import type { TaskStatus } from '#lib/domain/statuses'

/** Something that happened in a run: a step began, or ended. */
export type Moment = { at: string; taskId: string; stepId: string; status: TaskStatus }

/** What of a task happened later than it began. */
const ends = new Set<TaskStatus>(['completed', 'failed', 'skipped', 'cancelled'])

/** What happened in a run, in its order. */
export function momentsOf({ tasks }: Pick<RunPage, 'tasks'>): Moment[] {
  const moments = tasks.flatMap((task): Moment[] => {
    const { id: taskId, stepId, startedAt, finishedAt, status } = task
    const ended = ends.has(status)
    return [
      ...(startedAt === null
        ? []
        : [{ at: startedAt, taskId, stepId, status: ended ? ('running' as const) : status }]),
      ...(finishedAt !== null && ended ? [{ at: finishedAt, taskId, stepId, status }] : []),
    ]
  })
  return moments.toSorted((one, other) => one.at.localeCompare(other.at))
}

/** A task as it was before it ended. */
const before = (task: RunPageTask, status: TaskStatus): RunPageTask => ({
  ...task,
  status,
  via: null,
  error: null,
  output: null,
  ...(status === 'waiting-dependencies' ? { input: null } : {}),
})

/** The run as it was after so many of its moments. */
export function runAt(run: RunPage, moments: Moment[], count: number): RunPage {
  if (count >= moments.length) return run
  const happened = new Map(moments.slice(0, count).map((moment) => [moment.taskId, moment.status]))
  const until = moments[count - 1]?.at ?? ''
  return {
    ...run,
    tasks: run.tasks.map((task) => {
      const status = happened.get(task.id) ?? 'waiting-dependencies'
      return status === task.status ? task : before(task, status)
    }),
    children: run.children.filter((child) => child.createdAt <= until),
  }
}
