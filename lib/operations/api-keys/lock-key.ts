import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { apiKeys, members } from '#db/schema/people'
import { can, type Actor } from '#lib/auth/actor'
import type { Permission } from '#lib/auth/permissions'
import type { ApiKeyView } from '#lib/contracts/organization/api-keys'
import { ApiError } from '#lib/domain/api-error'
import { apiKeyView, knownOf, makerOf } from './api-key-view.ts'

type Row = typeof apiKeys.$inferSelect

/** Reads a key as the API shows it. Throws 404. */
export async function readKey(tx: Tx, id: string): Promise<ApiKeyView> {
  const [found] = await tx
    .select({ key: apiKeys, name: members.name, role: members.role })
    .from(apiKeys)
    .leftJoin(members, makerOf)
    .where(eq(apiKeys.id, id))
  if (!found) throw ApiError.notFound('API key', id)
  const { key, ...maker } = found
  return apiKeyView(key, maker, await knownOf(tx, [key]))
}

/**
 * Checks that a key may do no more than the caller, since whoever changes or rotates it can use it.
 * Throws 403 with what the caller lacks.
 */
export function requireNoMore(actor: Actor, view: ApiKeyView, workflows: Row['workflows']): void {
  const more = view.permissions.filter((one) => !can(actor, one as Permission))
  const isWider = actor.workflows
    ? !workflows?.every((workflow) => actor.workflows?.includes(workflow))
    : false
  if (more.length === 0 && !isWider) return
  throw new ApiError(
    'forbidden',
    'This key may do more than you may, so you cannot change it. Ask an owner.',
    { permissions: more },
  )
}

/**
 * Locks a key that is to be changed or rotated. Throws 404, 409 for one that was stopped, and 403
 * for one that may do more than the caller.
 */
export async function lockKey(tx: Tx, actor: Actor, id: string): Promise<Row> {
  const [row] = await tx.select().from(apiKeys).where(eq(apiKeys.id, id)).for('update')
  if (!row) throw ApiError.notFound('API key', id)
  const view = await readKey(tx, id)
  if (view.status === 'stopped')
    throw new ApiError(
      'conflict',
      'This key was stopped when its owner left, and stays so. Create another one.',
      { status: view.status },
    )
  requireNoMore(actor, view, row.workflows)
  return row
}
