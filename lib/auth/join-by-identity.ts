import { authDb, type Tx } from '#db/client'
import { users } from '#db/schema/index'
import { writeAuditEntry } from '#db/write-audit'
import { ApiError } from '#lib/domain/api-error'
import { cutText } from '#lib/domain/text'
import { newId } from '#lib/ids'
import { findInvitation, takeInvitation, type OpenInvitation } from './invitation.ts'
import { accountOfIdentity, bindIdentity, type Identity } from './user-of-identity.ts'

type Named = Identity & { name?: string | undefined }
type Joined = { userId: string; organizationId: string }

/**
 * Finds or creates the account of this identity; undefined when the address belongs to another
 * account.
 */
async function accountOf(tx: Tx, { email, name: invited }: OpenInvitation, identity: Named) {
  const known = await accountOfIdentity(tx, identity)
  if (known) return known.disabledAt === null ? known : undefined
  const given = identity.name?.replace(/\p{Cc}/gu, ' ').trim() ?? ''
  const name = cutText(given, 100) || invited
  const [made] = await tx
    .insert(users)
    .values({ id: newId(), email, name })
    .onConflictDoNothing()
    .returning()
  if (made) await bindIdentity(tx, made.id, identity)
  return made
}

/**
 * Accepts an invitation for a person who returns from single sign-on. Returns undefined and changes
 * nothing when the link is invalid, the provider has not verified the invited address, that address
 * belongs to another account, or the person is already a member.
 */
export async function joinByIdentity(token: string, identity: Named): Promise<Joined | undefined> {
  const { subject, email, emailVerified } = identity
  if (!subject || !email || !emailVerified) return undefined
  try {
    return await authDb().transaction(async (tx) => {
      const invitation = await findInvitation(token, { lock: tx })
      if (email.toLowerCase() !== invitation.email) return undefined
      const account = await accountOf(tx, invitation, identity)
      if (!account) return undefined
      await takeInvitation(tx, invitation, account)
      const { organizationId } = invitation
      await writeAuditEntry(tx, {
        organizationId,
        actor: { kind: 'user', id: account.id, name: account.name },
        action: 'member.joined',
        objectKind: 'member',
        objectId: account.id,
        details: { email: account.email, role: invitation.role, invitation: invitation.id },
      })
      return { userId: account.id, organizationId }
    })
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
