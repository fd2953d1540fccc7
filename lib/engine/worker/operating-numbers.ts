import { sql } from 'drizzle-orm'
import { engineDb, type Database } from '#db/client'
import { goesOnHere } from '#db/goes-on-here'

/** What operators watch beside books and queue, of the whole service at one moment. */
export type OperatingNumbers = {
  unknownOutcomes: { waiting: number; oldestSeconds: number }
  /** Of those that are neither paused nor moved, a minute and more after their time. */
  schedulesLate: { late: number; oldestSeconds: number }
  /** Runs that a worker worked on when it died. */
  suspectRuns: number
  database: { connections: number; connectionsMost: number; bytes: number }
  /** Read by a web process of the release before only: later ones ask the database themselves. */
  replicas: { name: string; lagSeconds: number }[]
  /** Continuous archiving of the database's log; null when it is off. */
  archive?: { failing: boolean; archivedAt: string | null } | null
}

const lateAfterSeconds = 60

/** Counts them. */
export async function countOperatingNumbers(): Promise<OperatingNumbers> {
  const { rows } = await engineDb().execute<{
    waiting: number
    waitingSeconds: number
    late: number
    lateSeconds: number
    suspectRuns: number
    connections: number
    connectionsMost: number
    bytes: number
  }>(sql`
    select unknown.*, schedules.*, (select count(*)::int from suspect_runs) as "suspectRuns",
      (select count(*)::int from pg_stat_activity where datid is not null) as connections,
      current_setting('max_connections')::int as "connectionsMost",
      pg_database_size(current_database())::float8 as bytes
    from (select count(*)::int as waiting,
        coalesce(extract(epoch from now() - min(coalesce(started_at, created_at))), 0)::float8
          as "waitingSeconds"
      from tasks where status = 'suspended' and state->>'reason' = 'unknown-outcome') unknown,
      (select count(*)::int as late,
        coalesce(extract(epoch from now() - min(next_at)), 0)::float8 as "lateSeconds"
      from schedules
      where next_at < now() - make_interval(secs => ${lateAfterSeconds}) and not paused
        and ${goesOnHere}) schedules`)
  const [row] = rows
  if (!row) throw new Error('a query without a table answered nothing')
  const { connections, connectionsMost, bytes, suspectRuns } = row
  return {
    unknownOutcomes: { waiting: row.waiting, oldestSeconds: row.waitingSeconds },
    schedulesLate: { late: row.late, oldestSeconds: row.lateSeconds },
    suspectRuns,
    database: { connections, connectionsMost, bytes },
    replicas: await replicas(),
    archive: await askArchiver(engineDb()),
  }
}

async function replicas(): Promise<OperatingNumbers['replicas']> {
  const found = await engineDb().execute<{ name: string; lagSeconds: number }>(
    sql`select name, "lagSeconds" from standbys()`,
  )
  return found.rows
}

/** What Postgres says of its archiving; every role may ask. Null when it is off. */
export async function askArchiver(
  db: Database,
): Promise<NonNullable<OperatingNumbers['archive']> | null> {
  const found = await db.execute<{ failing: boolean; archivedAt: string | null }>(sql`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
      to_char(last_archived_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "archivedAt"
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'`)
  return found.rows[0] ?? null
}
