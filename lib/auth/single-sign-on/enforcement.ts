import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { authDb, type Tx } from '#db/client'
import { breakGlassOwners, emailDomains, members, ssoConnections } from '#db/schema/index'
import { writeAuditEntry } from '#db/write-audit'
import { ApiError } from '#lib/domain/api-error'
import { domainOf } from '#lib/domain/single-sign-on/email-domain'

/** What a proven domain demands of the people with an address in it. */
export type Enforcement = { organizationId: string; domain: string; connectionId: string }

/**
 * Finds whether people with this address must sign in by single sign-on: their domain is proven,
 * enforced, and its connection active. It depends on the domain alone, so that the answer says
 * nothing about accounts.
 */
export async function enforcementOf(
  email: string,
  database: Pick<Tx, 'select'> = authDb(),
): Promise<Enforcement | undefined> {
  const domain = domainOf(email)
  if (domain === undefined) return undefined
  const [found] = await database
    .select({
      organizationId: emailDomains.organizationId,
      domain: emailDomains.domain,
      connectionId: ssoConnections.id,
    })
    .from(emailDomains)
    .innerJoin(
      ssoConnections,
      and(
        eq(ssoConnections.id, emailDomains.connectionId),
        eq(ssoConnections.organizationId, emailDomains.organizationId),
      ),
    )
    .where(
      and(
        eq(emailDomains.domain, domain),
        eq(emailDomains.enforced, true),
        isNotNull(emailDomains.provenAt),
        eq(ssoConnections.status, 'active'),
      ),
    )
  return found
}

/** Lets nobody change what the domain of this address demands until `tx` ends. */
export async function lockDomainOf(tx: Tx, email: string): Promise<void> {
  const domain = domainOf(email)
  if (domain === undefined) return
  await tx
    .select({ id: emailDomains.id })
    .from(emailDomains)
    .where(and(eq(emailDomains.domain, domain), isNotNull(emailDomains.provenAt)))
    .for('share')
}

/**
 * How a person may sign in without single sign-on: `free` (their address demands nothing of them),
 * `break-glass` (an owner for the day on which the provider does not work), or `refused`. People who are no members of the organization that proved the
 * domain are free, because a session of theirs does not open it.
 */
export type OwnWay =
  | { way: 'free' }
  | { way: 'break-glass'; enforcement: Enforcement }
  | { way: 'refused'; enforcement: Enforcement }

/** See `OwnWay`. Ask for password, passkey, reset by mail and every other way of our own. */
export async function ownWayOf(
  person: { id: string; email: string },
  database: Pick<Tx, 'select'> = authDb(),
): Promise<OwnWay> {
  const enforcement = await enforcementOf(person.email, database)
  if (!enforcement) return { way: 'free' }
  const { organizationId } = enforcement
  const [member] = await database
    .select({ role: members.role, breakGlass: breakGlassOwners.userId })
    .from(members)
    .leftJoin(
      breakGlassOwners,
      and(
        eq(breakGlassOwners.organizationId, members.organizationId),
        eq(breakGlassOwners.userId, members.userId),
      ),
    )
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, person.id)))
  if (!member) return { way: 'free' }
  const isBreakGlass = member.role === 'owner' && member.breakGlass !== null
  return { way: isBreakGlass ? 'break-glass' : 'refused', enforcement }
}

/**
 * Notes that a break-glass owner signed in without single sign-on; a worker mails it to all owners.
 * In the transaction that starts the session.
 */
export async function recordBreakGlass(
  tx: Tx,
  { organizationId, domain }: Enforcement,
  member: { userId: string; name: string; organizationId: string },
): Promise<void> {
  if (member.organizationId !== organizationId) return
  const row = and(
    eq(breakGlassOwners.organizationId, organizationId),
    eq(breakGlassOwners.userId, member.userId),
  )
  await tx
    .update(breakGlassOwners)
    .set({ usedAt: sql`now()` })
    .where(row)
  await writeAuditEntry(tx, {
    organizationId,
    actor: { kind: 'user', id: member.userId, name: member.name },
    action: 'session.break_glass',
    objectKind: 'member',
    objectId: member.userId,
    details: { domain },
  })
}

/**
 * Throws 403 when this address may not get or use a password in this organization, because its
 * domain demands single sign-on there.
 */
export async function requireOwnPasswordAllowed(
  organizationId: string,
  email: string,
  database: Pick<Tx, 'select'>,
): Promise<void> {
  const enforcement = await enforcementOf(email, database)
  if (enforcement?.organizationId === organizationId) throw singleSignOnDemanded(enforcement.domain)
}

/** The refusal of a password where single sign-on is demanded. */
export const singleSignOnDemanded = (domain: string): ApiError =>
  new ApiError(
    'forbidden',
    `People with an address at ${domain} sign in with single sign-on. Use it on the sign-in page.`,
    { reason: 'single_sign_on', domain },
  )

/**
 * Throws 409 when without this member nobody could sign in to the organization on the day on which
 * its provider does not work: the last break-glass owner stays while a domain is enforced.
 */
export async function requireBreakGlassLeft(
  tx: Tx,
  organizationId: string,
  member: { userId: string; name: string },
): Promise<void> {
  const rows = await tx
    .select({ userId: breakGlassOwners.userId })
    .from(breakGlassOwners)
    .innerJoin(
      members,
      and(
        eq(members.organizationId, breakGlassOwners.organizationId),
        eq(members.userId, breakGlassOwners.userId),
        eq(members.role, 'owner'),
        isNull(members.disabledAt),
      ),
    )
    .where(eq(breakGlassOwners.organizationId, organizationId))
  if (rows.length !== 1 || rows[0]?.userId !== member.userId) return
  const [enforced] = await tx
    .select({ domain: emailDomains.domain })
    .from(emailDomains)
    .where(and(eq(emailDomains.organizationId, organizationId), eq(emailDomains.enforced, true)))
  if (!enforced) return
  throw new ApiError(
    'conflict',
    `${member.name} is the only break-glass owner while single sign-on is enforced at ` +
      `${enforced.domain}. Choose another one first.`,
    { reason: 'break_glass' },
  )
}
