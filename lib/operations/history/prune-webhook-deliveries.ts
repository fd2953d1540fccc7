import { sql } from 'drizzle-orm'
import { engineDb } from '#db/client'

const batch = 1000
/** So long the same delivery starts nothing again; no sender repeats one for longer. */
const days = 30

/** Deletes old deliveries of webhooks. Answers whether there may be more. */
export async function pruneWebhookDeliveries(): Promise<boolean> {
  const { rowCount } = await engineDb().execute(sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries
      where created_at < now() - make_interval(days => ${days})
      limit ${batch})`)
  return rowCount === batch
}
