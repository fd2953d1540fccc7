import { sql } from 'drizzle-orm'
import { authDb } from '#db/client'

export type Standby = { name: string; lagSeconds: number }

/**
 * The standbys that the database has now, and how far each is behind. It writes nothing: when the
 * only synchronous standby is gone, commits wait, so that no worker can report numbers.
 */
export async function readStandbys(): Promise<Standby[]> {
  const { rows } = await authDb().execute<Standby>(
    sql`select name, "lagSeconds" from standbys() order by name`,
  )
  return rows
}

/** Which standbys a commit waits for ('' is none), and how many there are, also unseen ones. */
export type Replication = { awaited: string; connected: number }

export async function readReplication(): Promise<Replication> {
  const { rows } = await authDb().execute<Replication>(
    sql`select current_setting('synchronous_standby_names') as awaited,
     (select count(*)::int from pg_stat_replication
       where application_name not like 'rounds%') as connected`,
  )
  return rows[0] ?? { awaited: '', connected: 0 }
}
