import { sql } from 'drizzle-orm'

/**
 * Workflows and for how many days their ended runs are kept: by the settings of the published
 * version (of the draft, when nothing is published), else by the organization's; null keeps them.
 */
export const retentionDays = sql`(
  select workflows.id, workflows.organization_id, workflows.name, coalesce(
    coalesce(version.definition, workflows.draft)->'settings'->>'retentionDays', organizations.settings->>'retentionDays')::int as days
  from workflows join organizations on organizations.id = workflows.organization_id
  left join workflow_versions version on version.id = workflows.published_version_id)`

/**
 * Whether a run of a workflow kept for `kept.days` is due. A child run stays as long as the run
 * that waited for it: its results and start data may still be asked for.
 */
export const isDue = sql`(
  kept.days is not null and runs.finished_at < now() - make_interval(days => kept.days)
  and not exists (select from runs parent where parent.id in (runs.parent_run_id, runs.scope_run_id)
    and (parent.finished_at is null or parent.finished_at >= now() - make_interval(days => kept.days))))`
