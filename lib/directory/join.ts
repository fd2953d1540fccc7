import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { directoryUsers } from '#db/schema/directories'
import { invitations } from '#db/schema/people'
import { newId, randomToken } from '#lib/ids'
import { hashOfToken } from './token.ts'
import { auditPerson, type DirectoryChange, type DirectoryUser } from './context.ts'
import {
  addMembership,
  enableMembership,
  findMember,
  findMemberByAddress,
  ownsDomain,
  type Member,
} from './membership.ts'

/** Why a person of a directory is no member; the page has a sentence for each. */
export type JoinProblem =
  | 'no-address'
  | 'address-taken'
  | 'account-elsewhere'
  | 'account-disabled'
  | 'disabled-by-hand'
  | 'only-matched'

const invitationMs = 7 * 24 * 60 * 60 * 1000

async function setUser(
  { tx }: DirectoryChange,
  { id }: DirectoryUser,
  values: Partial<DirectoryUser>,
): Promise<void> {
  await tx.update(directoryUsers).set(values).where(eq(directoryUsers.id, id))
}

/** Whether another person of the same directory is tied to this member. */
async function isTaken(
  { tx, directory }: DirectoryChange,
  person: DirectoryUser,
  userId: string,
): Promise<boolean> {
  const [other] = await tx
    .select({ id: directoryUsers.id })
    .from(directoryUsers)
    .where(
      and(
        eq(directoryUsers.directoryId, directory.id),
        eq(directoryUsers.userId, userId),
        eq(directoryUsers.active, true),
        ne(directoryUsers.id, person.id),
      ),
    )
  return other !== undefined
}

/**
 * Invites somebody whose address has an account elsewhere: a directory must not make a stranger's
 * account a member. The person accepts, and is tied to their directory then.
 */
async function invite(change: DirectoryChange, person: DirectoryUser, email: string) {
  const { tx, directory } = change
  const [invitation] = await tx
    .insert(invitations)
    .values({
      id: newId(),
      organizationId: directory.organizationId,
      email,
      name: person.displayName,
      role: directory.settings.defaultRole,
      // Nobody has this link; an owner makes one, by which it is handed over or mailed.
      tokenHash: hashOfToken(randomToken()),
      invitedBy: directory.name,
      expiresAt: new Date(Date.now() + invitationMs),
    })
    .onConflictDoNothing({ target: [invitations.organizationId, invitations.email] })
    .returning()
  if (invitation)
    await auditPerson(
      change,
      'member.invited',
      { kind: 'invitation', id: invitation.id },
      { email },
    )
}

/** Whether a directory of the organization took this member out, and no person did. */
async function tookOut({ tx, directory }: DirectoryChange, userId: string): Promise<boolean> {
  const [left] = await tx
    .select({ id: directoryUsers.id })
    .from(directoryUsers)
    .where(
      and(
        eq(directoryUsers.organizationId, directory.organizationId),
        eq(directoryUsers.userId, userId),
        isNotNull(directoryUsers.leftAt),
      ),
    )
    .limit(1)
  return left !== undefined
}

/** Ties a person of the directory to a member, who gets the access back that a directory took. */
async function tie(change: DirectoryChange, person: DirectoryUser, member: Member): Promise<void> {
  const { userId } = member
  const stop = async (problem: JoinProblem) => await setUser(change, person, { problem })
  if (await isTaken(change, person, userId)) return await stop('address-taken')
  if (member.disabledAt) {
    if (!(await tookOut(change, userId))) {
      await setUser(change, person, { userId })
      return await stop('disabled-by-hand')
    }
    await enableMembership(change, userId)
    const object = { kind: 'member', id: userId }
    await auditPerson(change, 'member.returned', object, { email: member.email })
  }
  await setUser(change, person, { userId, problem: null, planId: null, leftAt: null })
}

/** Makes an account's person a member with the directory's role for those who join. */
async function addMember(
  change: DirectoryChange,
  person: DirectoryUser,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const { defaultRole: role } = change.directory.settings
  const member = { userId, role, name: person.displayName, email }
  const isNew = await addMembership(change, member)
  const there = await findMember(change, userId)
  if (there) await tie(change, person, there)
  if (!isNew) return
  await setUser(change, person, { roleGiven: role })
  const object = { kind: 'member', id: userId }
  await auditPerson(change, 'member.joined', object, { email, role })
}

type Account = { id: string | null; known: boolean; disabled: boolean }

/** Finds or makes the account of an address. */
async function accountOf({ tx }: DirectoryChange, email: string, name: string): Promise<Account> {
  const { rows } = await tx.execute<Account>(
    sql`select * from account_for_directory(${newId()}::uuid, ${email}, ${name})`,
  )
  return rows[0] ?? { id: null, known: true, disabled: true }
}

/**
 * Lets an active person of a directory in: ties them to the member with their address, or makes
 * them a member. An account that was there before, of which the organization does not own the
 * address's domain, is invited instead: its person decides.
 */
export async function joinOfDirectory(
  change: DirectoryChange,
  person: DirectoryUser,
): Promise<void> {
  const { email } = person
  const stop = async (problem: JoinProblem) => await setUser(change, person, { problem })
  const known = person.userId ? await findMember(change, person.userId) : undefined
  if (known) return await tie(change, person, known)
  if (!email) return await stop('no-address')
  const member = await findMemberByAddress(change, email)
  if (member) return await tie(change, person, member)
  if (change.directory.settings.joiners === 'matched') return await stop('only-matched')
  const account = await accountOf(change, email, person.displayName)
  if (account.id === null || account.disabled) return await stop('account-disabled')
  if (account.known && !(await ownsDomain(change, email))) {
    await invite(change, person, email)
    return await stop('account-elsewhere')
  }
  await addMember(change, person, { userId: account.id, email })
}

/** Withdraws the invitation that this directory made for a person. */
export async function withdrawInvitation(
  { tx, directory }: DirectoryChange,
  { email }: DirectoryUser,
): Promise<void> {
  if (!email) return
  await tx
    .delete(invitations)
    .where(
      and(
        eq(invitations.organizationId, directory.organizationId),
        eq(invitations.email, email),
        eq(invitations.invitedBy, directory.name),
      ),
    )
}
