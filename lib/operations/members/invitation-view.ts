import type { mails } from '#db/schema/documents'
import type { invitations } from '#db/schema/people'
import type { InvitationView, InvitationWithLink } from '#lib/contracts/organization/members'
import { env } from '#lib/env'

type Row = typeof invitations.$inferSelect
type Mail = Pick<typeof mails.$inferSelect, 'status' | 'error'>
type MailOfInvitation = InvitationView['mail']

const notSent = {
  status: 'not_sent' as const,
  reason: 'This installation has no mail server, so hand over the link.',
}

/** An invitation shows whether the link is on its way, not what its receiver does with it. */
function statusOfMail(status: Exclude<Mail['status'], 'kept'>) {
  switch (status) {
    case 'queued':
    case 'sent':
      return status
    case 'delivered':
    case 'complained':
      return 'sent'
    case 'bounced':
    case 'failed':
    case 'held':
    case 'suppressed':
      return 'failed'
  }
}

/** What became of the mail with the link; undefined when none was put into the outbox. */
export function mailOfInvitation(mail: Mail | undefined): MailOfInvitation {
  if (!mail || mail.status === 'kept') return notSent
  return { status: statusOfMail(mail.status), reason: mail.error }
}

/** The address of the page on which a person accepts. */
export const linkOf = (token: string): string => `${env().BASE_URL}/join/${token}`

type State = { mail: MailOfInvitation; inviterLeft: boolean; roleName: string }

function statusOf({ expiresAt }: Row, { inviterLeft }: State, now: Date): InvitationView['status'] {
  if (inviterLeft) return 'inviter_left'
  return expiresAt <= now ? 'expired' : 'pending'
}

/** A pending membership as the API shows it, without the hash of its token. */
export function invitationView(row: Row, state: State, now = new Date()): InvitationView {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    roleName: state.roleName,
    status: statusOf(row, state, now),
    mail: state.mail,
    invitedBy: row.invitedBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}

/** With its link, which is known only when the token is created. */
export function invitationWithLink(
  row: Row,
  { token, ...state }: { token: string; mail: MailOfInvitation; roleName: string },
): InvitationWithLink {
  return { ...invitationView(row, { ...state, inviterLeft: false }), link: linkOf(token) }
}
