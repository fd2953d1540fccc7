import { authDb, inOrganization } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { LinkedKind, Membership } from '#lib/contracts/organization/memberships'
import { ApiError } from '#lib/domain/api-error'
import { actorOfMember } from '../access/actor-of-member.ts'
import { asOperation } from '../define-operation.ts'
import { linkedFinders } from './linked-finders.ts'
import { linkedOpeners } from './linked-openers.ts'
import { loadMemberships } from './load-memberships.ts'

type Asked = { kind?: LinkedKind | undefined; id?: string | undefined }

const permission = 'self:manage'

/** Whether a person could open this in an organization of theirs. */
async function opensIn(
  { organizationId }: Membership,
  userId: string,
  { kind, id }: { kind: LinkedKind; id: string },
): Promise<boolean> {
  // Queried in each organization as its member, so that only its own rows are visible.
  if (!(await inOrganization(organizationId, (tx) => linkedFinders[kind](tx, id)))) return false
  const actor = await actorOfMember(organizationId, userId)
  if (!actor) return false
  try {
    await inOrganization(organizationId, (tx) => linkedOpeners[kind](tx, actor, id))
    return true
  } catch (error) {
    if (error instanceof ApiError && [403, 404].includes(error.statusCode)) return false
    throw error
  }
}

async function list(actor: Actor, { kind, id }: Asked): Promise<{ items: Membership[] }> {
  requirePermission(actor, permission)
  const all = await authDb().transaction(async (tx) => await loadMemberships(tx, actor))
  if (kind === undefined || id === undefined) return { items: all }
  const items: Membership[] = []
  for (const membership of all)
    if (await opensIn(membership, actor.id, { kind, id })) items.push(membership)
  return { items }
}

/** Lists the organizations of the caller; with a link's target, those where they may open it. */
export const listMemberships = asOperation({ name: 'listMemberships', permission }, list)
