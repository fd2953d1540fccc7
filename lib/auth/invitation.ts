import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { authDb, type Tx } from '#db/client'
import {
  invitations,
  members,
  organizationLogos,
  organizations,
  roles,
  users,
} from '#db/schema/index'
import { tieNewMember } from '#lib/directory/tie-new-member'
import { ApiError } from '#lib/domain/api-error'
import { roleName } from '#lib/domain/role-name'
import { randomToken } from '#lib/ids'
import { permissionsOf } from './permissions.ts'

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
  role: string
  roleName: string
  invitedBy: string
  expiresAt: Date
  /** The organization's logo. */
  logo: { id: string; width: number; height: number } | null
}

/** Of the inviter's row of `members`, joined with their role (`inviterRole`). */
export const inviterColumns = {
  role: members.role,
  custom: roles.permissions,
  disabledAt: members.disabledAt,
}

/** The custom role that is offered. */
export const offeredRoles = alias(roles, 'offered_roles')

/** Joins the custom role that an invitation offers. */
export const offeredRole = and(
  eq(offeredRoles.organizationId, invitations.organizationId),
  eq(offeredRoles.slug, invitations.role),
)

/** Joins the custom role of the inviter. */
export const inviterRole = and(
  eq(roles.organizationId, members.organizationId),
  eq(roles.slug, members.role),
)

const columns = {
  id: invitations.id,
  organizationId: invitations.organizationId,
  organization: organizations.name,
  email: invitations.email,
  name: invitations.name,
  role: invitations.role,
  invitedBy: invitations.invitedBy,
  expiresAt: invitations.expiresAt,
  logo: {
    id: organizationLogos.id,
    width: organizationLogos.width,
    height: organizationLogos.height,
  },
  inviterId: invitations.inviterId,
  inviter: inviterColumns,
  offered: offeredRoles.permissions,
  ownRole: offeredRoles.name,
}

type Inviter = {
  role: string | null
  custom: string[] | null
  disabledAt: Date | null
} | null

type Offer = { inviterId: string | null; role: string; offered: string[] | null }

/**
 * Whether the inviter may still invite with this role. Their invitations do not work any more when
 * they are removed or disabled, or have a weaker role: else they could come back by one of them.
 */
export function mayInvite({ inviterId, role, offered }: Offer, inviter: Inviter): boolean {
  if (inviterId === null) return true
  if (inviter === null || inviter.role === null || inviter.disabledAt !== null) return false
  const own = permissionsOf(inviter.role, inviter.custom)
  if (!own.has('members:manage')) return false
  return [...permissionsOf(role, offered)].every((permission) => own.has(permission))
}

/**
 * Finds the invitation of this token. Throws the same 404 for a link that never existed, was used
 * or revoked, has expired, or whose inviter may not invite any more. With `lock` the invitation
 * stays unchanged until that transaction ends.
 */
export async function findInvitation(
  token: string,
  { lock, now = new Date() }: { lock?: Tx; now?: Date } = {},
): Promise<OpenInvitation> {
  const found = await findOpen(eq(invitations.tokenHash, hashOf(token)), { lock, now })
  if (found) return found
  const message =
    'This invitation has expired or does not exist. Ask the person who sent the link for a new one.'
  throw new ApiError('not_found', message)
}

/** Finds the invitation of an organization to an address, which stays unchanged until `tx` ends. */
export async function findInvitationTo(
  tx: Tx,
  { organizationId, email }: { organizationId: string; email: string },
): Promise<OpenInvitation | undefined> {
  const there = eq(invitations.organizationId, organizationId)
  const which = and(there, eq(invitations.email, email.toLowerCase()))
  return await findOpen(which, { lock: tx, now: new Date() })
}

async function findOpen(
  which: SQL | undefined,
  { lock, now }: { lock: Tx | undefined; now: Date },
): Promise<OpenInvitation | undefined> {
  const query = (lock ?? authDb())
    .select(columns)
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .leftJoin(organizationLogos, eq(organizationLogos.organizationId, organizations.id))
    .leftJoin(
      members,
      and(
        eq(members.organizationId, invitations.organizationId),
        eq(members.userId, invitations.inviterId),
      ),
    )
    .leftJoin(roles, inviterRole)
    .leftJoin(offeredRoles, offeredRole)
    .where(and(which, gt(invitations.expiresAt, now)))
  const [found] = lock ? await query.for('update', { of: invitations }) : await query
  if (!found || !mayInvite(found, found.inviter)) return undefined
  return { ...found, roleName: roleName(found.role, found.ownRole) }
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
  if (joined.length > 0)
    return await tieNewMember(tx, organizationId, { userId: account.id, email: account.email })
  throw new ApiError('conflict', `You are already a member of ${invitation.organization}.`)
}
