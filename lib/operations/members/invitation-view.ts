import type { invitations } from '#db/schema/people'
import type { InvitationView, InvitationWithLink } from '#lib/contracts/organization/members'
import { env } from '#lib/env'

type Row = typeof invitations.$inferSelect

/** A pending membership as the API shows it, without the hash of its token. */
export function invitationView(row: Row): InvitationView {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    status: 'pending',
    invitedBy: row.invitedBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}

/** With its link, which is known only when the token is created. */
export function invitationWithLink(row: Row, token: string): InvitationWithLink {
  return { ...invitationView(row), link: `${env().BASE_URL}/join/${token}` }
}
