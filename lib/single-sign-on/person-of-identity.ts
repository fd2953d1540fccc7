import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { emailDomains, identities, invitations, members, users } from '#db/schema/index'
import { writeAuditEntry } from '#db/write-audit'
import { findInvitation, takeInvitation, type OpenInvitation } from '#lib/auth/invitation'
import { ApiError } from '#lib/domain/api-error'
import { domainOf } from '#lib/domain/single-sign-on/email-domain'
import { cutText } from '#lib/domain/text'
import { tieNewMember } from '#lib/directory/tie-new-member'
import { newId } from '#lib/ids'
import type { ConnectionRow } from './connection-row.ts'
import { SsoRefusal, type ProviderIdentity } from './provider-identity.ts'

type Visit = {
  connection: ConnectionRow
  identity: ProviderIdentity
  /** The token of an invitation that the person accepted before leaving for the provider. */
  invitation: string | undefined
}
type Account = { id: string; name: string; email: string }

const notInvited = () =>
  new SsoRefusal('not_invited', 'The person is no member, and may not join by signing in.')

/** The account of this identity: issuer and subject count only within their connection. */
async function knownAccount(tx: Tx, { connection, identity }: Visit): Promise<Account | undefined> {
  const [known] = await tx
    .update(identities)
    .set({ lastUsedAt: sql`now()` })
    .from(users)
    .where(
      and(
        eq(identities.connectionId, connection.id),
        eq(identities.issuer, identity.issuer),
        eq(identities.subject, identity.subject),
        eq(users.id, identities.userId),
      ),
    )
    .returning({ id: users.id, name: users.name, email: users.email, disabledAt: users.disabledAt })
  if (known && known.disabledAt !== null) throw notInvited()
  return known
}

const isMember = async (tx: Tx, { organizationId }: ConnectionRow, userId: string) => {
  const here = and(eq(members.organizationId, organizationId), eq(members.userId, userId))
  return (await tx.select({ id: members.userId }).from(members).where(here)).length > 0
}

/** Whether the organization of the connection has proven the domain of this address. */
async function isProven(tx: Tx, connection: ConnectionRow, email: string): Promise<boolean> {
  const domain = domainOf(email)
  if (domain === undefined) return false
  const proven = and(
    eq(emailDomains.organizationId, connection.organizationId),
    eq(emailDomains.connectionId, connection.id),
    eq(emailDomains.domain, domain),
    isNotNull(emailDomains.provenAt),
  )
  return (await tx.select({ id: emailDomains.id }).from(emailDomains).where(proven)).length > 0
}

/** A member of this organization with this address; members of others are never looked at. */
async function memberByEmail(
  tx: Tx,
  { organizationId }: ConnectionRow,
  email: string,
): Promise<Account | undefined> {
  const [member] = await tx
    .select({ id: users.id, name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        eq(members.organizationId, organizationId),
        eq(sql`lower(${users.email})`, email),
        isNull(users.disabledAt),
      ),
    )
  return member
}

/** The invitation that the person accepted, when it is of this organization and to this address. */
async function acceptedInvitation(
  tx: Tx,
  { connection, invitation }: Visit,
  email: string,
): Promise<OpenInvitation | undefined> {
  if (invitation === undefined) return undefined
  try {
    const found = await findInvitation(invitation, { lock: tx })
    const fits = found.organizationId === connection.organizationId && found.email === email
    return fits ? found : undefined
  } catch (error) {
    // The link was used, revoked or has expired.
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/**
 * A new account for this address. An account that exists is never taken: it may be somebody else's
 * who typed the address before.
 */
async function makeAccount(tx: Tx, email: string, name: string): Promise<Account> {
  const [made] = await tx
    .insert(users)
    .values({ id: newId(), email, name })
    .onConflictDoNothing()
    .returning({ id: users.id, name: users.name, email: users.email })
  if (made) return made
  throw new SsoRefusal(
    'sso_account_exists',
    'The address has an account that is no member of this organization.',
  )
}

const nameOf = (identity: ProviderIdentity, otherwise: string): string =>
  cutText((identity.name ?? '').replace(/\p{Cc}/gu, ' ').trim(), 100) || otherwise

/** Makes the person a member: by the invitation they accepted, or by the connection's setting. */
async function join(
  tx: Tx,
  visit: Visit,
  known: Account | undefined,
  email: string,
  proven: boolean,
): Promise<Account> {
  const { connection, identity } = visit
  const { organizationId } = connection
  const accepted = await acceptedInvitation(tx, visit, email)
  if (accepted) {
    const account = known ?? (await makeAccount(tx, email, nameOf(identity, accepted.name)))
    await takeInvitation(tx, accepted, account)
    await auditJoined(tx, connection, account, { invitation: accepted.id, role: accepted.role })
    return account
  }
  // Whoever was removed comes back by an invitation only.
  if (known || !proven || connection.joinRole === null) throw notInvited()
  const account = await makeAccount(tx, email, nameOf(identity, email))
  // A pending invitation to the address says which role was meant.
  const [pending] = await tx
    .delete(invitations)
    .where(and(eq(invitations.organizationId, organizationId), eq(invitations.email, email)))
    .returning({ role: invitations.role })
  const role = pending?.role ?? connection.joinRole
  await tx
    .insert(members)
    .values({ organizationId, userId: account.id, role, name: account.name, email: account.email })
    .onConflictDoNothing()
  await tieNewMember(tx, organizationId, { userId: account.id, email: account.email })
  await auditJoined(tx, connection, account, { role })
  return account
}

async function auditJoined(
  tx: Tx,
  connection: ConnectionRow,
  account: Account,
  details: object,
): Promise<void> {
  await writeAuditEntry(tx, {
    organizationId: connection.organizationId,
    actor: { kind: 'user', id: account.id, name: account.name },
    action: 'member.joined',
    objectKind: 'member',
    objectId: account.id,
    details: { email: account.email, connection: connection.id, ...details },
  })
}

/** Binds the identity to the account from now on. */
async function bind(tx: Tx, { connection, identity }: Visit, account: Account): Promise<void> {
  const { issuer, subject } = identity
  const made = await tx
    .insert(identities)
    .values({
      id: newId(),
      userId: account.id,
      connectionId: connection.id,
      issuer,
      subject,
      lastUsedAt: new Date(),
    })
    .onConflictDoNothing()
    .returning({ id: identities.id })
  if (made.length === 0) return
  await writeAuditEntry(tx, {
    organizationId: connection.organizationId,
    actor: { kind: 'user', id: account.id, name: account.name },
    action: 'identity.linked',
    objectKind: 'member',
    objectId: account.id,
    details: { connection: connection.id },
  })
}

/**
 * Finds the person whom a provider names. A known identity is its account. An unknown one is a
 * member with this address when the organization has proven the address's domain; or a person who
 * joins: by an invitation that they accepted, or (proven domain only) by the connection's setting.
 * An address that the provider has not verified counts for nothing. Throws SsoRefusal.
 */
export async function personOfIdentity(tx: Tx, visit: Visit): Promise<Account> {
  const { connection, identity } = visit
  const known = await knownAccount(tx, visit)
  if (known && (await isMember(tx, connection, known.id))) return known
  const { email, emailVerified } = identity
  if (!email) throw notInvited()
  if (emailVerified === false)
    throw new SsoRefusal('sso_email_unverified', 'The provider has not verified the address.')
  const proven = await isProven(tx, connection, email)
  // Without a proof the provider's own word is needed.
  if (!proven && emailVerified !== true) throw notInvited()
  const member = !known && proven ? await memberByEmail(tx, connection, email) : undefined
  const account = member ?? (await join(tx, visit, known, email, proven))
  await bind(tx, visit, account)
  return account
}
