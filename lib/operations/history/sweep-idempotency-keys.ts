import { sql } from 'drizzle-orm'
import { engineDb } from '#db/client'
import { staysInCell } from '#db/goes-on-here'

const batch = 1000

/**
 * Deletes idempotency keys whose 24 hours are over, with their stored answers, which may contain
 * patients' data. Answers whether there may be more.
 */
export async function sweepIdempotencyKeys(): Promise<boolean> {
  const { rowCount } = await engineDb().execute(sql`
    delete from idempotency_keys where id in (
      select id from idempotency_keys where expires_at < now() and ${staysInCell}
      order by expires_at limit ${batch})`)
  return rowCount === batch
}
