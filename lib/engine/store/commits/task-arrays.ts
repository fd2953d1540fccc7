import type { NewTask } from '../../model/run.ts'

/** A new task with references in place of large values. */
type OffloadedNewTask = Omit<NewTask, 'output'> & {
  inputRef?: string
  output?: { value: unknown } | { ref: string }
}

const columns: [name: string, type: string, of: (task: OffloadedNewTask) => unknown][] = [
  ['id', 'uuid', ({ id }) => id],
  ['key', 'text', ({ key }) => key],
  ['step_id', 'text', ({ stepId }) => stepId],
  ['step_type', 'text', ({ stepType }) => stepType],
  ['title', 'text', ({ title }) => title],
  ['effect', 'text', ({ effect }) => effect],
  ['status', 'text', ({ status }) => status],
  ['priority', 'integer', ({ priority }) => priority],
  ['attempt', 'integer', ({ attempt }) => attempt],
  ['via', 'text', ({ via }) => via],
  ['started_at', 'timestamptz', ({ startedAt }) => startedAt?.toISOString() ?? null],
  ['finished_at', 'timestamptz', ({ finishedAt }) => finishedAt?.toISOString() ?? null],
  ['input', 'jsonb', ({ input }) => json(input ?? undefined)],
  // A null output is written as JSON's null, because the step answered it.
  ['output', 'jsonb', ({ output }) => (output && 'value' in output ? json(output.value) : null)],
  ['rest', 'jsonb', rest],
]

/** New tasks by column, as `unnest` takes them. */
export function taskArrays(tasks: OffloadedNewTask[]): {
  names: string[]
  arrays: { type: string; values: unknown[] }[]
} {
  return {
    names: columns.map(([name]) => name),
    arrays: columns.map(([, type, of]) => ({ type, values: tasks.map(of) })),
  }
}

/**
 * The columns of `tasks` for a new task, and their values from a `row` of these arrays and the
 * statement's `run`.
 */
export const newTaskColumns = `id, organization_id, run_id, key, step_id, handles_step_id,
  step_type, title, effect, status, priority, attempt, via, error, state, due_at, resuming,
  started_at, finished_at, input, input_ref, output, output_ref, logs, children_left, created_at`
export const newTaskValues = (
  createdAt: string,
): string => `row.id, run.organization_id, run.id, row.key, row.step_id, rest->>'handlesStepId',
  row.step_type, row.title, row.effect, row.status, row.priority, row.attempt, row.via,
  rest->'error', rest->'state', (rest->>'dueAt')::timestamptz, rest->'resuming' is not null,
  row.started_at, row.finished_at, row.input, rest->>'inputRef', row.output, rest->>'outputRef',
  coalesce(rest->'logs', '[]'), (rest->>'childrenLeft')::integer, ${createdAt}`

/** The fields that few new tasks have, as one object; null for tasks without any of them. */
function rest({
  handlesStepId,
  error,
  state,
  dueAt,
  resuming,
  inputRef,
  output,
  logs,
  childrenLeft,
}: OffloadedNewTask): string | null {
  const fields: Record<string, unknown> = {}
  if (handlesStepId !== null) fields['handlesStepId'] = handlesStepId
  if (error !== null) fields['error'] = error
  if (state !== null) fields['state'] = state
  if (dueAt !== null) fields['dueAt'] = dueAt
  if (resuming) fields['resuming'] = true
  if (inputRef !== undefined) fields['inputRef'] = inputRef
  if (output && 'ref' in output) fields['outputRef'] = output.ref
  if (logs.length > 0) fields['logs'] = logs
  if (childrenLeft !== undefined) fields['childrenLeft'] = childrenLeft
  for (const _name in fields) return JSON.stringify(fields)
  return null
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
