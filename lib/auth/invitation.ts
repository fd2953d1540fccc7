import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { authDb, type Tx } from '#db/client'
import { invitations, members, organizations, users } from '#db/schema/index'
import { ApiError } from '#lib/domain/api-error'
import type { MemberRole } from '#lib/domain/statuses'
import { randomToken } from '#lib/ids'

export { invitationCookie } from '#lib/domain/invitation-cookie'

/** How long a link is valid, in milliseconds: 7 days. */
const lifeMs = 7 * 24 * 60 * 60 * 1000

const hashOf = (token: string): string => createHash('sha256').update(token, 'utf8').digest('hex')

/** Creates the token of a link, its stored form and its expiry. */
export function newInvitationToken(now = new Date()) {
  const token = randomToken()
  return { token, tokenHash: hashOf(token), expiresAt: new Date(now.getTime() + lifeMs) }
}

/** An invitation with a valid link, with the name of the organization that invites. */
export type OpenInvitation = {
  id: string
  organizationId: string
  organization: string
  email: string
  name: string
  role: MemberRole
  invitedBy: string
  expiresAt: Date
}

const columns = {
  id: invitations.id,
  organizationId: invitations.organizationId,
  organization: organizations.name,
  email: invitations.email,
  name: invitations.name,
  role: invitations.role,
  invitedBy: invitations.invitedBy,
  expiresAt: invitations.expiresAt,
}

/**
 * Finds the invitation of this token. Throws the same 404 for a link that never existed, was used
 * or revoked, or has expired. With `lock` the invitation stays unchanged until that transaction
 * ends.
 */
export async function findInvitation(
  token: string,
  { lock, now = new Date() }: { lock?: Tx; now?: Date } = {},
): Promise<OpenInvitation> {
  const query = (lock ?? authDb())
    .select(columns)
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(and(eq(invitations.tokenHash, hashOf(token)), gt(invitations.expiresAt, now)))
  const [found] = lock ? await query.for('update', { of: invitations }) : await query
  if (found) return found
  const message =
    'This invitation has expired or does not exist. Ask the person who sent the link for a new one.'
  throw new ApiError('not_found', message)
}

/** Finds the account of an invitation's address; undefined when there is none or it is disabled. */
export async function accountOfInvitation(tx: Tx, { email }: { email: string }) {
  const here = eq(sql`lower(${users.email})`, email)
  const [user] = await tx
    .select()
    .from(users)
    .where(and(here, isNull(users.disabledAt)))
  return user
}

/**
 * Accepts the invitation: the account becomes a member. Throws 409 when it is one already. The
 * caller has made sure that the owner of the account agreed, and writes the audit entry.
 */
export async function takeInvitation(
  tx: Tx,
  invitation: OpenInvitation,
  account: { id: string; name: string; email: string },
): Promise<void> {
  const { organizationId, role } = invitation
  await tx.delete(invitations).where(eq(invitations.id, invitation.id))
  const joined = await tx
    .insert(members)
    .values({ organizationId, userId: account.id, role, name: account.name, email: account.email })
    .onConflictDoNothing()
    .returning({ id: members.userId })
  if (joined.length > 0) return
  throw new ApiError('conflict', `You are already a member of ${invitation.organization}.`)
}
