import { sql } from 'drizzle-orm'
import { engineDb, type Tx } from '#db/client'
import { goesOnHere } from '#db/goes-on-here'
import { startDueLoop } from '#lib/engine/worker/due-loop'
import { env } from '#lib/env'
import { queueMail } from '../mails/queue-mail.ts'

const everyMs = 10 * 60_000
const batch = 50

type Ending = {
  id: string
  organization_id: string
  name: string
  prefix: string
  expires_at: Date | string
  organization: string
  recipients: string[] | null
}

/**
 * Warns the owners of keys that expire within 14 days, once for each end of a key: its person, or
 * the organization's owners when it belongs to nobody. Answers how many keys were marked.
 */
export async function warnOfExpiry(): Promise<number> {
  return await engineDb().transaction(async (tx: Tx) => {
    const { rows } = await tx.execute<Ending>(sql`
      with ending as (
        update api_keys set warned_at = now() where id in (
          select id from api_keys
          where expires_at > now() and expires_at < now() + interval '14 days'
            and warned_at is null and stopped_at is null and ${goesOnHere}
          order by expires_at limit ${batch} for update skip locked)
        returning id, organization_id, name, prefix, expires_at, created_by)
      select ending.id, ending.organization_id, ending.name, ending.prefix, ending.expires_at,
        organizations.name as organization, (
          select array_agg(email order by email) from (
            select email from members
            where members.organization_id = ending.organization_id and disabled_at is null
              and case when ending.created_by is null then role = 'owner'
                else user_id = ending.created_by end
            order by email limit 50) as to_tell) as recipients
      from ending join organizations on organizations.id = ending.organization_id`)
    for (const { id, recipients, ...key } of rows) {
      if (!recipients) continue
      const end = new Date(key.expires_at)
      const day = end.toISOString().slice(0, 10)
      await queueMail(tx, key.organization_id, {
        key: `api-key-expiry:${id}:${end.toISOString()}`,
        to: recipients,
        subject: `The API key "${key.name}" expires on ${day}`.replaceAll(/\p{Cc}/gu, ' '),
        text: [
          `The API key "${key.name}" (${key.prefix}…) of ${key.organization} expires on ${day}.`,
          'From then on every system that uses it is refused.',
          `Rotate it, or give it another end: ${env().BASE_URL}/settings?tab=api-keys`,
        ].join('\n\n'),
      })
    }
    return rows.length
  })
}

/** Warns of keys that expire soon, in a worker process, until it is stopped. */
export function startExpiryWarnings(): { stop(): Promise<void> } {
  let nextAt = 0
  return startDueLoop('expiring API keys', async () => {
    if (Date.now() < nextAt) return { more: false }
    const more = (await warnOfExpiry()) === batch
    if (!more) nextAt = Date.now() + everyMs
    return { more }
  })
}
