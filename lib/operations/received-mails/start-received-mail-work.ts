import { eq } from 'drizzle-orm'
import { enginePool, inOrganization } from '#db/client'
import { receivedMails } from '#db/schema/received-mails'
import { goesOnHereText } from '#db/goes-on-here'
import type { ResolveDns } from '#lib/documents/mail/read-mail'
import { startDueLoop } from '#lib/engine/worker/due-loop'
import { log } from '#lib/log'
import { lookAtMail } from './look-at-mail.ts'

/** Mails that one worker looks at at once; mostly it waits for the DNS. */
const atOnce = 4
/** A look that takes longer is given up; sooner than the mail is due for another worker. */
const longestMs = 240_000
const leaseSeconds = 300

/** Takes mails that are due: until the lease is over, no other worker finds them due. */
const claimSql = `
  update received_mails set next_look_at = now() + make_interval(secs => $2)
  where id in (
    select id from received_mails where next_look_at <= now() and ${goesOnHereText()}
    order by next_look_at limit $1 for update skip locked)
  returning id, organization_id as "organizationId"`

/** Looks at the mails that are due. Answers whether there may be more. */
export async function lookAtDueMails(
  atMost: number,
  options: { signal: AbortSignal; resolve?: ResolveDns | undefined },
): Promise<number> {
  const { rows } = await enginePool().query<{ id: string; organizationId: string }>(claimSql, [
    atMost,
    leaseSeconds,
  ])
  await Promise.all(
    rows.map(async ({ id, organizationId }) => {
      const [mail] = await inOrganization(organizationId, (tx) =>
        tx.select().from(receivedMails).where(eq(receivedMails.id, id)),
      )
      const signal = AbortSignal.any([options.signal, AbortSignal.timeout(longestMs)])
      if (mail) await lookAtMail(mail, { ...options, signal })
    }),
  )
  return rows.length
}

/** Looks at received mails, in a worker process, until it is stopped. Several workers share them. */
export function startReceivedMailWork(): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loop = startDueLoop('received mails', async () => {
    try {
      const looked = await lookAtDueMails(atOnce, { signal: stopping.signal })
      return { more: looked === atOnce && !stopping.signal.aborted }
    } catch (error) {
      // The database cannot be reached: the lease stays, and they are due again after it.
      log.warn({ error }, 'received mails could not be looked at; they are tried again')
      return { more: false }
    }
  })
  return {
    async stop() {
      stopping.abort()
      await loop.stop()
    },
  }
}
