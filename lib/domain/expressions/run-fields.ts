/** What expressions and code read after `run.`; the engine makes it (`runContext`). */
export const runFields: ReadonlySet<string> = new Set([
  'id',
  'workflowId',
  'workflowName',
  'startedAt',
  'plannedAt',
  'trigger',
  'timeZone',
])
