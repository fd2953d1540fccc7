import { pageTime } from '#lib/domain/page-time'
import { referenceOf } from '#lib/domain/run/reference'

/** The data of a past run, or of none, in the shape that expressions see. */
export type Sample = {
  start: unknown
  /** False when `start` has only the short fields. */
  isWhole: boolean
  steps: Record<string, { output: unknown }>
  run: Record<string, unknown>
  /** The item of the loop around the step. Not there when it is not known. */
  item?: unknown
  /** The run had no item of its own here: it is the first one that the loop would take. */
  isFirstItem?: boolean
  /** What it is, in front of a result: "Last run". */
  label?: string
  /** The fields that the start form had. Not there when that is not known. */
  startFields?: string[]
}

type TaskLike = { stepId: string; status: string; output: unknown; outputTruncated?: boolean }

type RunLike = {
  id: string
  trigger: string
  createdAt: string
  startData: unknown
  truncated: boolean
  workflow: { id: string; name: string }
  definition?: unknown
  tasks: TaskLike[]
}

/** The outputs of completed tasks by their steps. One that was not loaded is not known. */
export function outputsOf(tasks: TaskLike[]): Sample['steps'] {
  const known = tasks.filter((task) => task.status === 'completed' && !task.outputTruncated)
  return Object.fromEntries(known.map((task) => [task.stepId, { output: task.output }]))
}

/** The names of the fields of a start form, and of data that was given without one. */
function fieldsAtStart({ definition, startData, truncated }: RunLike): string[] | undefined {
  if (truncated) return undefined
  const { startData: form } = (definition ?? {}) as { startData?: { properties?: object } }
  const given = typeof startData === 'object' && startData !== null ? startData : {}
  return [...new Set([...Object.keys(form?.properties ?? {}), ...Object.keys(given)])]
}

/** The data of a run for trying expressions: its start data and the outputs of completed tasks. */
export function sampleOf(run: RunLike): Sample {
  const startFields = fieldsAtStart(run)
  return {
    start: run.startData,
    isWhole: !run.truncated,
    ...(startFields ? { startFields } : {}),
    steps: outputsOf(run.tasks),
    run: {
      id: run.id,
      reference: referenceOf(run.id),
      workflowId: run.workflow.id,
      workflowName: run.workflow.name,
      startedAt: run.createdAt,
      plannedAt: run.createdAt,
      trigger: run.trigger,
      timeZone: pageTime().timeZone ?? 'UTC',
    },
  }
}

/** What expressions see of a sample. */
export const contextOf = ({ start, steps, run, ...rest }: Sample): Record<string, unknown> => ({
  start,
  steps,
  run,
  ...('item' in rest ? { item: rest.item } : {}),
})
