import { sql } from 'drizzle-orm'
import { engineDb, type Tx } from '#db/client'
import type { DeletedBytes } from '#lib/engine/store/delete-runs'
import { log } from '#lib/log'
import { auditDeletion } from './audit-deletion.ts'
import { isDue, retentionDays } from './retention-days.ts'
import { removeBytes } from './remove-bytes.ts'

/** The months that have tables, without the last one, oldest first, as `2026-01-01`. */
async function pastMonths(): Promise<string[]> {
  const { rows } = await engineDb().execute<{ month: string }>(sql`
    select replace(substr(relname, 6), '_', '-') || '-01' as month from pg_class
    where relispartition and relkind = 'r' and relname ~ '^runs_[0-9]{4}_[0-9]{2}$'
      and substr(relname, 6) < to_char(now() - interval '1 month', 'YYYY_MM')
    order by 1`)
  return rows.map(({ month }) => month)
}

const within = (column: string, month: string) => {
  const at = sql`${month}::date::timestamp at time zone 'UTC'`
  return sql`${sql.raw(column)} >= run_id_at(${at})
    and ${sql.raw(column)} < run_id_at((${month}::date + interval '1 month') at time zone 'UTC')`
}

async function holdsWhatIsKept(tx: Tx, month: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from runs join ${retentionDays} kept on kept.id = runs.workflow_id
      where ${within('runs.id', month)} and not coalesce(${isDue}, false) limit 1`,
  )
  return rows.length > 0
}

type Counted = {
  organizationId: string
  workflowId: string
  name: string
  days: number
  runs: number
}

/** Answers the files of the month's runs; undefined when a run of it must stay. */
async function drop(tx: Tx, month: string): Promise<DeletedBytes | undefined> {
  // A waiting lock would block all others: take it at once, or try again later.
  await tx.execute(sql`set local lock_timeout = '2s'`)
  if (await holdsWhatIsKept(tx, month)) return undefined
  const { rows: counted } = await tx.execute<Counted>(sql`
    select runs.organization_id as "organizationId", kept.id as "workflowId", kept.name, kept.days,
      count(*)::int as runs
    from runs join ${retentionDays} kept on kept.id = runs.workflow_id
    where ${within('runs.id', month)} group by 1, 2, 3, 4`)
  for (const deletion of counted) await auditDeletion(tx, deletion)
  for (const table of [
    'screen_drafts',
    'work_items',
    'run_comments',
    'notifications',
    'task_progress',
    'back_test_runs',
  ])
    await tx.execute(sql`delete from ${sql.identifier(table)} where ${within('run_id', month)}`)
  const { rows: files } = await tx.execute<{ key: string }>(
    sql`delete from files where ${within('run_id', month)} returning storage_key as key`,
  )
  const { rows: large } = await tx.execute<{ id: string }>(
    sql`select distinct run_id as id from payloads
      where ${within('run_id', month)} and body is null`,
  )
  await tx.execute(sql`select drop_run_month(${month}::date)`)
  return { storageKeys: files.map(({ key }) => key), payloadRuns: large.map(({ id }) => id) }
}

/**
 * Drops past months all of whose runs are due. This is fast for any size. A month with a run that
 * must stay is not dropped.
 */
export async function dropDueMonths(): Promise<void> {
  for (const month of await pastMonths()) {
    try {
      const bytes = await engineDb().transaction((tx) => drop(tx, month))
      if (!bytes) continue
      log.info({ month }, 'a month of history was dropped')
      await removeBytes(bytes)
    } catch (error) {
      log.warn({ month, error }, 'a month of history could not be dropped; it is tried again')
    }
  }
}
