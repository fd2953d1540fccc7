/**
 * The two tables of the service that an organization's SQL can read (SQL v2), column by column. The
 * database, the reference and the Data page are made from this list.
 */
export type ReadingColumn = {
  name: string
  type: 'uuid' | 'text' | 'integer' | 'bigint' | 'jsonb' | 'timestamptz'
  description: string
}
export type ReadingTable = {
  name: 'audit_logs' | 'tasks'
  /** The permission that the caller needs, as at the endpoint that shows the same data. */
  permission: 'audit:read' | 'runs:read'
  description: string
  columns: readonly ReadingColumn[]
}

const column = (name: string, type: ReadingColumn['type'], description: string): ReadingColumn => ({
  name,
  type,
  description,
})

export const readingTables: readonly ReadingTable[] = [
  {
    name: 'audit_logs',
    permission: 'audit:read',
    description: 'Who did what in the organization: one row an act, never changed.',
    columns: [
      column('id', 'uuid', 'The entry.'),
      column('created_at', 'timestamptz', 'When it was done.'),
      column('actor_kind', 'text', 'user, api-key, engine or public.'),
      column('actor_id', 'text', 'The id of the user or key.'),
      column('actor_name', 'text', 'Its name at that time.'),
      column('action', 'text', 'What was done, like workflow.published.'),
      column('object_kind', 'text', 'What it was done to: workflow, run, task, connection …'),
      column('object_id', 'text', 'The id or slug of that.'),
      column('details', 'jsonb', 'Names and numbers that belong to it.'),
      column('request_id', 'text', 'The X-Request-Id of the call.'),
    ],
  },
  {
    name: 'tasks',
    permission: 'runs:read',
    description:
      'The tasks of the runs that you see: outputs and metadata, one row a step of a run.',
    columns: [
      column('id', 'uuid', 'The task.'),
      column('run_id', 'uuid', 'The run it belongs to.'),
      column('run_status', 'text', 'running, suspended, completed, failed or cancelled.'),
      column('workflow_id', 'uuid', 'The workflow of the run.'),
      column('workflow_slug', 'text', 'Its slug.'),
      column('workflow_name', 'text', 'Its name.'),
      column(
        'key',
        'text',
        'The step, unique in the run; failure handlers and loops have keys of their own.',
      ),
      column('step_id', 'text', 'The step in the workflow’s definition.'),
      column('step_type', 'text', 'Its type, like http-request.'),
      column('title', 'text', 'Its title.'),
      column(
        'status',
        'text',
        'pending, running, suspended, waiting-dependencies, completed, failed, skipped or cancelled.',
      ),
      column('attempt', 'integer', 'How often it was tried.'),
      column(
        'output',
        'jsonb',
        'What it answered; null before it is completed, and when it is larger than 256 KB.',
      ),
      column('output_bytes', 'bigint', 'The size of an output over 8 KB; null for smaller ones.'),
      column('via', 'text', 'The branch it left by, when it branches.'),
      column('error', 'jsonb', 'Why it failed: code, message, details.'),
      column('priority', 'integer', 'Of a screen: higher is shown first.'),
      column('completed_by', 'text', 'Who completed the screen.'),
      column('created_at', 'timestamptz', 'When it was made.'),
      column('started_at', 'timestamptz', 'When its last attempt began.'),
      column('finished_at', 'timestamptz', 'When it ended.'),
    ],
  },
]
