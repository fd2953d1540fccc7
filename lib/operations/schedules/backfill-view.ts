import { desc, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { scheduleBackfills } from '#db/schema/schedules'
import type { BackfillView } from '#lib/contracts/workflows/schedules'

type Count = {
  id: string
  planned: number
  running: number
  completed: number
  failed: number
  cancelled: number
  deleted: number
  total: number
}

/**
 * Backfills with their progress, newest first. A started occurrence without a run counts as
 * deleted: retention deletes only ended runs. Who does not see the runs sees no numbers of them.
 */
export async function backfillViews(
  tx: Tx,
  where: SQL | undefined,
  limit: number,
  { seesRuns }: { seesRuns: boolean },
): Promise<BackfillView[]> {
  const rows = await tx
    .select()
    .from(scheduleBackfills)
    .where(where)
    .orderBy(desc(scheduleBackfills.id))
    .limit(limit)
  const ids = rows.map(({ id }) => id)
  const { rows: counts } = await tx.execute<Count>(sql`
    select backfill_id as id, count(*)::int as total,
      (count(*) filter (where occurrence.status = 'planned'))::int as planned,
      (count(*) filter (where runs.status in ('running', 'suspended')))::int as running,
      (count(*) filter (where runs.status = 'completed'))::int as completed,
      (count(*) filter (where runs.status = 'failed'
        or occurrence.status = 'failed'))::int as failed,
      (count(*) filter (where runs.status = 'cancelled'
        or occurrence.status = 'cancelled'))::int as cancelled,
      (count(*) filter (where occurrence.status = 'started' and runs.id is null))::int as deleted
    from schedule_occurrences as occurrence left join runs on runs.id = occurrence.run_id
    where backfill_id = any(${sql.param(ids)}::uuid[]) group by backfill_id`)
  const byId = new Map(counts.map((count) => [count.id, count]))
  return rows.map(({ id, fromAt, toAt, status, createdBy, createdAt, finishedAt }) => {
    const {
      total = 0,
      planned = 0,
      running = 0,
      completed = 0,
      failed = 0,
      cancelled = 0,
      deleted = 0,
    } = byId.get(id) ?? {}
    return {
      id,
      status,
      createdBy,
      total,
      progress: seesRuns ? { planned, running, completed, failed, cancelled, deleted } : null,
      from: fromAt.toISOString(),
      to: toAt.toISOString(),
      createdAt: createdAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
    }
  })
}
