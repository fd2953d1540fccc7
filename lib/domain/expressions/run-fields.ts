/**
 * The fields that expressions and code can read after `run.`; the engine sets them (`runContext`).
 */
export const runFields: ReadonlySet<string> = new Set([
  'id',
  'reference',
  'workflowId',
  'workflowName',
  'startedAt',
  'plannedAt',
  'trigger',
  'timeZone',
])
