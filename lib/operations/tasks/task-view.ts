import type { tasks } from '#db/schema/runs'
import type { TaskView } from '#lib/domain/run/run'

type Task = typeof tasks.$inferSelect
type Shown = Omit<Pick<Task, Exclude<keyof TaskView, 'workflowRunId'> | 'runId'>, 'state'> & {
  state: unknown
}

/**
 * The API's `state` of a task says only what it waits for; the state of a screen is answered by the
 * screen's endpoint.
 */
export function taskView(task: Shown): TaskView {
  return {
    id: task.id,
    status: task.status,
    output: task.output ?? null,
    state: task.state ?? null,
    workflowRunId: task.runId,
    stepId: task.stepId,
    stepType: task.stepType,
    attempt: task.attempt,
    error: task.error ?? null,
    logs: task.logs,
    startedAt: task.startedAt?.toISOString() ?? null,
    finishedAt: task.finishedAt?.toISOString() ?? null,
  }
}
