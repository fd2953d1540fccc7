import { sql } from 'drizzle-orm'

/**
 * Workflows and the days for which their ended runs are stored: from the settings of the published
 * version (of the draft, when nothing is published), else of the organization; null is for ever,
 * or while the organization is copied to another cell.
 */
export const retentionDays = sql`(
  select workflows.id, workflows.organization_id, workflows.name,
    case when organizations.moved_to is null then coalesce(
      coalesce(version.definition, workflows.draft)->'settings'->>'retentionDays',
      organizations.settings->>'retentionDays')::int end as days
  from workflows join organizations on organizations.id = workflows.organization_id
  left join workflow_versions version on version.id = workflows.published_version_id)`

/**
 * Whether a run is due by `kept.days` of its workflow. A child run stays as long as the run that
 * waited for it, because its output and start data may still be read.
 */
export const isDue = sql`(
  kept.days is not null and runs.finished_at < now() - make_interval(days => kept.days)
  and not exists (select from runs parent where parent.id in (runs.parent_run_id, runs.scope_run_id)
    and (parent.finished_at is null
      or parent.finished_at >= now() - make_interval(days => kept.days))))`
