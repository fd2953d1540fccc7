import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { members } from '#db/schema/people'
import { writeAuditEntry } from '#db/write-audit'
import { findInvitationTo, takeInvitation } from '../invitation.ts'
import type { PendingSignIn } from './pending-sign-ins.ts'

/**
 * Accepts the invitation with which a sign-in began, now that it is complete. Answers the
 * organization to start in. One that was revoked or taken meanwhile changes nothing: the person
 * signs in where they are a member.
 */
export async function joinBySignIn(tx: Tx, pending: PendingSignIn): Promise<string | undefined> {
  const { organizationId, userId, email, name } = pending
  if (organizationId === null) return undefined
  const here = and(eq(members.organizationId, organizationId), eq(members.userId, userId))
  const [member] = await tx.select({ id: members.userId }).from(members).where(here)
  if (member) return organizationId
  const invitation = await findInvitationTo(tx, { organizationId, email })
  if (!invitation) return undefined
  await takeInvitation(tx, invitation, { id: userId, name, email })
  await writeAuditEntry(tx, {
    organizationId,
    actor: { kind: 'user', id: userId, name },
    action: 'member.joined',
    objectKind: 'member',
    objectId: userId,
    details: { email, role: invitation.role, invitation: invitation.id },
  })
  return organizationId
}
