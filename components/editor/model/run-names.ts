import type { CompletionItem } from '../../code/code-help.ts'

/** Times of the run. */
const instant = { type: 'string', format: 'date-time' }

/** What expressions can name of the run. */
export const runItems: CompletionItem[] = [
  { path: 'run.id', title: 'Id of the run', from: 'Run', detail: 'text', info: 'The run’s id' },
  {
    path: 'run.reference',
    title: 'Reference of the run',
    from: 'Run',
    detail: 'text',
    info: 'What people quote, like R7K-2M9-4TQ-8WX',
  },
  { path: 'run.workflowId', title: 'Id of the workflow', from: 'Run', detail: 'text' },
  { path: 'run.workflowName', title: 'Name of the workflow', from: 'Run', detail: 'text' },
  {
    path: 'run.startedAt',
    title: 'Start of the run',
    from: 'Run',
    schema: instant,
    detail: 'time',
    info: 'When the run started',
  },
  {
    path: 'run.plannedAt',
    title: 'Planned start of the run',
    from: 'Run',
    schema: instant,
    detail: 'time',
    info: 'When a schedule planned it for; otherwise when it started',
  },
  {
    path: 'run.trigger',
    title: 'What started the run',
    from: 'Run',
    detail: 'text',
    info: 'manual, form, api, schedule, retry, parent, mail or fax',
  },
  {
    path: 'run.timeZone',
    title: 'Time zone',
    from: 'Run',
    detail: 'text',
    info: 'That of the workflow, or of the organization',
  },
]
/** The run as a group of fields, by the names that people choose them by. */
export const runSchema: Record<string, unknown> = {
  properties: Object.fromEntries(
    runItems.map(({ path, title, schema }) => [path.slice('run.'.length), { ...schema, title }]),
  ),
}
