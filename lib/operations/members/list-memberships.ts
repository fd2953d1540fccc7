import { authDb, inOrganization, type Tx } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { LinkedKind, Membership } from '#lib/contracts/organization/memberships'
import { asOperation } from '../define-operation.ts'
import { linkedFinders } from './linked-finders.ts'
import { loadMemberships } from './load-memberships.ts'

type Asked = { kind?: LinkedKind | undefined; id?: string | undefined }

const permission = 'self:manage'

async function list(actor: Actor, { kind, id }: Asked): Promise<{ items: Membership[] }> {
  requirePermission(actor, permission)
  const all = await authDb().transaction(async (tx) => await loadMemberships(tx, actor))
  if (kind === undefined || id === undefined) return { items: all }
  const items: Membership[] = []
  for (const membership of all) {
    const find = async (tx: Tx) => await linkedFinders[kind](tx, id)
    // Queried in each organization as its member, so that only its own rows are visible.
    if (await inOrganization(membership.organizationId, find)) items.push(membership)
  }
  return { items }
}

/** Lists the organizations of the caller; with a link's target, those that have it. */
export const listMemberships = asOperation({ name: 'listMemberships', permission }, list)
