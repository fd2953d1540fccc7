import { sql } from 'drizzle-orm'
import { mails } from '#db/schema/documents'

/** A worker has taken the mail and lives. The workers delete the row of one that is dead. */
export const isBeingSent = sql<boolean>`coalesce(${mails.senderUntil} > now()
  and (${mails.senderWorker} is null
    or exists (select from workers where workers.id = ${mails.senderWorker})), false)`
