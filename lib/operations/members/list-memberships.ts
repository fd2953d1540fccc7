import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { authDb, inOrganization, type Tx } from '#db/client'
import { runs } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { LinkedKind, Membership } from '#lib/contracts/organization/memberships'
import { runOfTask } from '#lib/engine/store/run-of-task'
import { asOperation } from '../define-operation.ts'
import { loadMemberships } from './load-memberships.ts'

type Asked = { kind?: LinkedKind | undefined; id?: string | undefined }

const permission = 'self:manage'

/**
 * Whether the organization of the transaction has the thing that a link opens. Every member may see
 * it.
 */
const finders: Record<LinkedKind, (tx: Tx, id: string) => Promise<boolean>> = {
  run: async (tx, id) => {
    const found = await tx.select({ id: runs.id }).from(runs).where(eq(runs.id, id)).limit(1)
    return found.length > 0
  },
  screen: async (tx, id) => (await runOfTask(tx, id)) !== undefined,
  workflow: async (tx, id) => {
    const same = eq(workflows.id, id)
    return (await tx.select({ id: workflows.id }).from(workflows).where(same).limit(1)).length > 0
  },
  form: async (tx, slug) => {
    const same = eq(workflows.slug, slug)
    return (await tx.select({ id: workflows.id }).from(workflows).where(same).limit(1)).length > 0
  },
}

async function list(actor: Actor, { kind, id }: Asked): Promise<{ items: Membership[] }> {
  requirePermission(actor, permission)
  const all = await authDb().transaction(async (tx) => await loadMemberships(tx, actor))
  if (kind === undefined || id === undefined) return { items: all }
  if (kind !== 'form' && !z.uuid().safeParse(id).success) return { items: [] }
  const items: Membership[] = []
  for (const membership of all) {
    const find = async (tx: Tx) => await finders[kind](tx, id)
    // Queried in each organization as its member, so that only its own rows are visible.
    if (await inOrganization(membership.organizationId, find)) items.push(membership)
  }
  return { items }
}

/** Lists the organizations of the caller; with a link's target, those that have it. */
export const listMemberships = asOperation({ name: 'listMemberships', permission }, list)
