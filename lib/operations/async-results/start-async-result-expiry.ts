import { sql } from 'drizzle-orm'
import { engineDb } from '#db/client'
import { staysInCell } from '#db/goes-on-here'
import { removeFile } from '#lib/documents/file-store'
import { startDueLoop } from '#lib/engine/worker/due-loop'

const batch = 500
const everyMs = 60_000

/**
 * Deletes async results 30 days after they ended, with their files; runs in a worker process until
 * it is stopped.
 */
export function startAsyncResultExpiry(): { stop(): Promise<void> } {
  let nextAt = 0
  return startDueLoop('expired async results', async () => {
    if (Date.now() < nextAt) return { more: false }
    const { rows } = await engineDb().execute<{ key: string | null }>(sql`
      delete from async_results where id in (
        select id from async_results
        where expires_at is not null and expires_at < now() and ${staysInCell}
        order by expires_at limit ${batch} for update skip locked)
      returning result_key as key`)
    for (const { key } of rows) if (key !== null) await removeFile(key)
    const more = rows.length === batch
    if (!more) nextAt = Date.now() + everyMs
    return { more }
  })
}
