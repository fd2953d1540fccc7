import type pg from 'pg'
import type { Definition } from '#lib/domain/workflow/definition'
import type { AskedChild, FoundChild } from './child-replay.ts'
import { loadRecordedRuns } from './load-recorded-runs.ts'
import type { RecordedRun, RecordedTask } from './recorded-run.ts'

/** The run that a task started, the last one where it was tried again. */
const childSql = `
  select id from runs
  where parent_task_id = $2 and organization_id = $1 and loop is null
    and parent_run_id in (select id from runs where organization_id = $1
      and (id = $3 or scope_run_id = $3))
  order by child_attempt desc, id desc limit 1`

/** The version that a step would run now; a former slug leads to its workflow. */
const versionSql = `
  select version.definition
  from workflows workflow join workflow_versions version on version.workflow_id = workflow.id
  where workflow.organization_id = $1
    and workflow.id = coalesce(
      (select id from workflows where organization_id = $1 and slug = $2),
      (select workflow_id from former_slugs where organization_id = $1 and slug = $2))
    and (case when $3::int is null then version.id = workflow.published_version_id
      else version.number = $3 end)`

/**
 * The recorded child run of a task, with the definition that the step would run now. Undefined where
 * no child run was recorded, or no such version is there.
 */
export async function findChild(
  pool: pg.Pool,
  { run }: RecordedRun,
  task: RecordedTask,
  { workflow, version }: AskedChild,
): Promise<FoundChild | undefined> {
  const { organizationId } = run
  const [{ rows: children }, { rows: versions }] = await Promise.all([
    pool.query<{ id: string }>({
      name: 'recorded-child',
      text: childSql,
      values: [organizationId, task.id, run.id],
    }),
    pool.query<{ definition: Definition }>({
      name: 'version-of-child',
      text: versionSql,
      values: [organizationId, workflow, version],
    }),
  ])
  const id = children[0]?.id
  const definition = versions[0]?.definition
  if (id === undefined || !definition) return undefined
  const [recorded] = await loadRecordedRuns(pool, organizationId, [id])
  return recorded && { recorded, definition }
}
