import { and, eq, isNull, sql } from 'drizzle-orm'
import { members } from '#db/schema/people'
import { breakGlassOwners, emailDomains } from '#db/schema/single-sign-on'
import type { DirectoryChange } from './context.ts'

export type Member = typeof members.$inferSelect

const at = ({ directory }: DirectoryChange, userId: string) =>
  and(eq(members.organizationId, directory.organizationId), eq(members.userId, userId))

/** Finds a member and locks them until the change is committed. */
export async function findMember(
  change: DirectoryChange,
  userId: string,
): Promise<Member | undefined> {
  const [member] = await change.tx.select().from(members).where(at(change, userId)).for('update')
  return member
}

/**
 * Finds the member with this address in the organization. Addresses of members are copied from
 * their accounts, which only their person can change.
 */
export async function findMemberByAddress(
  change: DirectoryChange,
  email: string,
): Promise<Member | undefined> {
  const { organizationId } = change.directory
  const [member] = await change.tx
    .select()
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(sql`lower(${members.email})`, email)))
    .for('update')
  return member
}

/** Whether the organization has proven the domain of this address (email_domains). */
export async function ownsDomain(change: DirectoryChange, email: string): Promise<boolean> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const [proven] = await change.tx
    .select({ id: emailDomains.id })
    .from(emailDomains)
    .where(
      and(
        eq(emailDomains.organizationId, change.directory.organizationId),
        eq(emailDomains.domain, domain),
        sql`${emailDomains.provenAt} is not null`,
      ),
    )
  return proven !== undefined
}

/** Makes a person a member; false when they are one already. */
export async function addMembership(
  change: DirectoryChange,
  person: { userId: string; role: string; name: string; email: string },
): Promise<boolean> {
  const { organizationId } = change.directory
  const added = await change.tx
    .insert(members)
    .values({ organizationId, ...person })
    .onConflictDoNothing()
    .returning({ id: members.userId })
  return added.length > 0
}

/**
 * Takes the access away and keeps the membership, so that it can come back with its role. The caller
 * keeps the last owner, and ends sessions and keys.
 */
export async function disableMembership(change: DirectoryChange, userId: string): Promise<void> {
  await change.tx.update(members).set({ disabledAt: new Date() }).where(at(change, userId))
}

/** Gives the access back to a member whom a directory of this organization took out. */
export async function enableMembership(change: DirectoryChange, userId: string): Promise<void> {
  await change.tx.update(members).set({ disabledAt: null }).where(at(change, userId))
}

/**
 * Whether the organization would be without an owner, or without an owner who may get in when single
 * sign-on fails, if this member were none. Locks the owners, so that of two changes at once the
 * second one sees the first.
 */
export async function isLastOwner(change: DirectoryChange, userId: string): Promise<boolean> {
  const { organizationId } = change.directory
  const owners = await change.tx
    .select({ id: members.userId })
    .from(members)
    .where(
      and(
        eq(members.organizationId, organizationId),
        eq(members.role, 'owner'),
        isNull(members.disabledAt),
      ),
    )
    .orderBy(members.userId)
    .for('update')
  const breakGlass = await change.tx
    .select({ id: breakGlassOwners.userId })
    .from(breakGlassOwners)
    .where(eq(breakGlassOwners.organizationId, organizationId))
  const isOwner = new Set(owners.map(({ id }) => id))
  const able = breakGlass.filter(({ id }) => isOwner.has(id))
  const isOnly = (list: { id: string }[]) => list.length === 1 && list[0]?.id === userId
  return isOnly(owners) || isOnly(able)
}
