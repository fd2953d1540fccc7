import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { authDb, type Tx } from '#db/client'
import { invitations, users } from '#db/schema/people'
import { newActor, type Actor } from '#lib/auth/actor'
import { hasFactor, loadFactors } from '#lib/auth/factors/factors-of-person'
import {
  accountOfInvitation,
  findInvitation,
  takeInvitation,
  type OpenInvitation,
} from '#lib/auth/invitation'
import { hashPassword, passwordFits } from '#lib/auth/password'
import { namesOfEmail, requireGoodPassword } from '#lib/auth/passwords/fault-of-password'
import { clearUses, requireUses } from '#lib/auth/rate-limit'
import { requirePermission } from '#lib/auth/require-permission'
import { moveSession } from '#lib/auth/sessions/move-session'
import { requireOwnPasswordAllowed } from '#lib/auth/single-sign-on/enforcement'
import { storePendingSignIn } from '#lib/auth/sign-in/pending-sign-ins'
import { requireSessionMayEnter } from '#lib/auth/single-sign-on/session-bounds'
import type {
  acceptInvitationSchema,
  Joined,
  OpenedInvitation,
} from '#lib/contracts/organization/members'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { asOperation, writeAudit, type CallInfo } from '../define-operation.ts'
import { logoView } from '../settings/logo-view.ts'

type Account = { id: string; name: string; email: string }
type Accept = { token: string } & z.output<typeof acceptInvitationSchema>

/** The person as an actor in the organization that they join. */
const asMember = ({ organizationId, role }: OpenInvitation, account: Account): Actor =>
  newActor({
    kind: 'user',
    ...account,
    organizationId,
    role,
    sessionId: null,
  })

const joinedOf = ({ organization, role, roleName, email }: OpenInvitation): Joined => ({
  organization,
  role,
  roleName,
  email,
})

async function join(
  tx: Tx,
  invitation: OpenInvitation,
  account: Account,
  info: CallInfo,
): Promise<void> {
  await takeInvitation(tx, invitation, account)
  await writeAudit(tx, asMember(invitation, account), info, {
    action: 'member.joined',
    objectKind: 'member',
    objectId: account.id,
    details: { email: account.email, role: invitation.role, invitation: invitation.id },
  })
}

/** Reads the invitation of a link. Throws 404 when the link is not valid. */
export async function openInvitation(
  _nobody: Actor,
  { token }: { token: string },
): Promise<OpenedInvitation> {
  const { organization, logo, role, roleName, name, email, invitedBy, expiresAt } =
    await findInvitation(token)
  return {
    organization,
    logo: logoView(logo),
    role,
    roleName,
    name,
    email,
    invitedBy,
    expiresAt: expiresAt.toISOString(),
  }
}

/** Throws 400 for a wrong password, and the same error when there is no account. */
async function requirePassword(
  tx: Tx,
  invitation: OpenInvitation,
  password: string,
): Promise<Account> {
  // Counted apart from sign-in, so that an inviter cannot lock the account of an address.
  const tries = { of: ['invitation', invitation.email], most: 10, seconds: 15 * 60 }
  await requireUses([tries], 'Too many wrong tries.')
  const user = await accountOfInvitation(tx, invitation)
  if (!(await passwordFits(user?.passwordHash, password)) || !user) {
    const message = 'This e-mail address and password do not fit together.'
    throw ApiError.invalid([{ path: 'password', message }])
  }
  await clearUses(tries)
  return user
}

async function makeAccount(
  tx: Tx,
  { email, organization }: OpenInvitation,
  input: { name: string; password: string },
): Promise<Account> {
  const names = [organization, input.name, ...namesOfEmail(email)]
  await requireGoodPassword(tx, input.password, { names }, 'password')
  const passwordHash = await hashPassword(input.password)
  const [made] = await tx
    .insert(users)
    .values({ id: newId(), email, name: input.name, passwordHash })
    .onConflictDoNothing()
    .returning()
  if (made) return made
  throw new ApiError('conflict', `${email} already has an account. Accept with its password.`)
}

/** A member now, or the token of the sign-in that joins as soon as the second factor is shown. */
type Accepted = { joined: Joined } | { pending: string }

/**
 * Accepts an invitation with the existing account of the invited address, or with a new account and
 * password. An account with a second factor is not opened by its password alone: it joins when its
 * sign-in is complete. Throws 404, 400 for a wrong password, 403 where single sign-on is demanded,
 * 409, 429.
 */
export async function acceptInvitation(
  _nobody: Actor,
  input: Accept,
  info: CallInfo = {},
): Promise<Accepted> {
  return await authDb().transaction(async (tx) => {
    const invitation = await findInvitation(input.token, { lock: tx })
    const { organizationId, email } = invitation
    await requireOwnPasswordAllowed(organizationId, email, tx)
    const account =
      input.account === 'existing'
        ? await requirePassword(tx, invitation, input.password)
        : await makeAccount(tx, invitation, input)
    if (hasFactor(await loadFactors(tx, account.id))) {
      const { id: userId } = account
      const step = 'second-factor'
      const begun = { userId, method: 'password', step, passwordFault: null } as const
      return { pending: await storePendingSignIn({ ...begun, organizationId }, tx) }
    }
    await join(tx, invitation, account, info)
    return { joined: joinedOf(invitation) }
  })
}

const permission = 'self:manage'

async function joinAsPerson(
  actor: Actor,
  { token }: { token: string },
  info: CallInfo = {},
): Promise<{ joined: Joined; sessionId: string }> {
  requirePermission(actor, permission)
  const { kind, id, name, email, sessionId } = actor
  if (kind !== 'user' || email === null || sessionId === null)
    throw new ApiError('forbidden', 'Only a person can accept an invitation: sign in on its page.')
  return await authDb().transaction(async (tx) => {
    const invitation = await findInvitation(token, { lock: tx })
    if (invitation.email !== email.toLowerCase())
      throw new ApiError(
        'conflict',
        `This invitation is for ${invitation.email}, and you are signed in as ${email}. ` +
          'Sign out and open the link again.',
      )
    const { organizationId } = invitation
    await requireSessionMayEnter(tx, { userId: id, sessionId }, organizationId)
    await join(tx, invitation, { id, name, email }, info)
    const moved = await moveSession(tx, { id: sessionId, userId: id }, organizationId)
    return { joined: joinedOf(invitation), sessionId: moved }
  })
}

/**
 * Accepts an invitation as the signed-in person; their session goes on in the organization that
 * they joined, under a new id. Throws 404, 403 for API keys, 409 when the invitation is for another address.
 */
export const joinOrganization = asOperation({ name: 'joinOrganization', permission }, joinAsPerson)

/** Declines an invitation: it is deleted, and its link stops working. Throws 404. */
export async function declineInvitation(
  _nobody: Actor,
  { token }: { token: string },
  info: CallInfo = {},
): Promise<void> {
  await authDb().transaction(async (tx) => {
    const invitation = await findInvitation(token, { lock: tx })
    await tx.delete(invitations).where(eq(invitations.id, invitation.id))
    const { id, organizationId, email } = invitation
    const invited = newActor({
      kind: 'public',
      id,
      name: 'Invited person',
      email: null,
      organizationId,
      role: 'public',
      sessionId: null,
    })
    await writeAudit(tx, invited, info, {
      action: 'member.invitation_declined',
      objectKind: 'invitation',
      objectId: id,
      details: { email },
    })
  })
}
