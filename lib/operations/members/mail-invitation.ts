import { and, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { mails } from '#db/schema/documents'
import { invitations } from '#db/schema/people'
import type { InvitationView } from '#lib/contracts/organization/members'
import { env } from '#lib/env'
import { isSandboxOnly } from '#lib/caller-scope'
import { queueMail } from '../mails/queue-mail.ts'
import { linkOf, mailOfInvitation } from './invitation-view.ts'

type Row = typeof invitations.$inferSelect

/** An inviter cannot fill somebody's mailbox: at most this many mails for one address in an hour. */
const maxMailsInAnHour = 5

type Offer = { token: string; organization: string; roleName: string }

const textOf = (
  { name, invitedBy, email, expiresAt }: Row,
  { token, organization, roleName }: Offer,
) =>
  `Hello ${name},

${invitedBy} invites you to join ${organization} on Rounds. Your role there: ${roleName}.

Accept or decline here:
${linkOf(token)}

The link is for ${email} only, works once, and until ${expiresAt.toUTCString()}.
If you do not know ${organization}, ignore this mail: nothing happens then.
`

/**
 * Sends the link of an invitation to its person, with the transaction; the outbox shows neither
 * text nor link. Answers what becomes of the mail: without a mail server, or after too many mails,
 * none is sent, and the inviter has to hand over the link.
 */
export async function mailInvitation(
  tx: Tx,
  row: Row,
  offer: Offer,
): Promise<InvitationView['mail']> {
  const { id, organizationId, email } = row
  if (!env().SMTP_URL) return mailOfInvitation(undefined)
  if (isSandboxOnly())
    return { status: 'not_sent', reason: 'A test key sends no mail, so hand over the link.' }
  const prefix = `invitation:${organizationId}:${email}:`
  const [sent] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(mails)
    .where(
      and(
        eq(mails.organizationId, organizationId),
        sql`starts_with(${mails.key}, ${prefix})`,
        gt(mails.createdAt, sql`now() - interval '1 hour'`),
      ),
    )
  if ((sent?.count ?? 0) >= maxMailsInAnHour)
    return {
      status: 'not_sent',
      reason: 'This address got too many invitations in the last hour, so hand over the link.',
    }
  const { mailId } = await queueMail(tx, organizationId, {
    key: prefix + row.tokenHash,
    to: [email],
    subject: `${row.invitedBy} invites you to ${offer.organization}`,
    text: textOf(row, offer),
    private: true,
    ofAccount: true,
  })
  await tx.update(invitations).set({ mailId }).where(eq(invitations.id, id))
  return mailOfInvitation({ status: 'queued', error: null })
}
