import { referenceOf } from '#lib/domain/run/reference'

/** The data of a past run in the shape that expressions see. */
export type Sample = {
  start: unknown
  /** False when `start` has only the short fields. */
  isWhole: boolean
  steps: Record<string, { output: unknown }>
  run: Record<string, unknown>
}

type RunLike = {
  id: string
  trigger: string
  createdAt: string
  startData: unknown
  truncated: boolean
  workflow: { id: string; name: string }
  tasks: { stepId: string; status: string; output: unknown }[]
}

/** The data of a run for trying expressions: its start data and the outputs of completed tasks. */
export function sampleOf(run: RunLike): Sample {
  const finished = run.tasks.filter((task) => task.status === 'completed')
  return {
    start: run.startData,
    isWhole: !run.truncated,
    steps: Object.fromEntries(finished.map((task) => [task.stepId, { output: task.output }])),
    run: {
      id: run.id,
      reference: referenceOf(run.id),
      workflowId: run.workflow.id,
      workflowName: run.workflow.name,
      startedAt: run.createdAt,
      plannedAt: run.createdAt,
      trigger: run.trigger,
    },
  }
}
