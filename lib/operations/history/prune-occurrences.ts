import { sql } from 'drizzle-orm'
import { engineDb } from '#db/client'
import { retentionDays } from './retention-days.ts'

const batch = 1000

/**
 * Deletes occurrences that are older than the retention of their workflow's runs and have no run;
 * not those that are still to start or that an active backfill counts. Answers whether there may be
 * more.
 */
export async function pruneOccurrences(): Promise<boolean> {
  const { rowCount } = await engineDb().execute(sql`
    delete from schedule_occurrences where id in (
      select occurrence.id from ${retentionDays} kept
      join schedules on schedules.workflow_id = kept.id
      join schedule_occurrences occurrence on occurrence.schedule_id = schedules.id
      left join schedule_backfills backfill on backfill.id = occurrence.backfill_id
      where kept.days is not null
        and occurrence.planned_at < now() - make_interval(days => kept.days)
          and occurrence.created_at < now() - make_interval(days => kept.days)
        and occurrence.status <> 'queued'
          and (occurrence.status <> 'started' or occurrence.settled or occurrence.run_id is null)
        and (backfill.id is null or backfill.finished_at is not null)
        and not exists (select from runs where runs.id = occurrence.run_id)
      limit ${batch})`)
  return rowCount === batch
}
