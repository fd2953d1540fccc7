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
