import type pg from 'pg'
import type { Definition } from '#lib/domain/workflow/definition'

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

/** The id of the run that a task of `runId` started; undefined where there is none. */
export async function readChildId(
  pool: pg.Pool,
  organizationId: string,
  { taskId, runId }: { taskId: string; runId: string },
): Promise<string | undefined> {
  const values = [organizationId, taskId, runId]
  const asked = { name: 'recorded-child', text: childSql, values }
  return (await pool.query<{ id: string }>(asked)).rows[0]?.id
}

/**
 * The definition of a workflow's version, of the published one where `version` is null. Undefined
 * where there is none.
 */
export async function readVersionOf(
  pool: pg.Pool,
  organizationId: string,
  { workflow, version }: { workflow: string; version: number | null },
): Promise<Definition | undefined> {
  const values = [organizationId, workflow, version]
  const asked = { name: 'version-of-child', text: versionSql, values }
  return (await pool.query<{ definition: Definition }>(asked)).rows[0]?.definition
}
