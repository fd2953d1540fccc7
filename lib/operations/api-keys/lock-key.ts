import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { apiKeys, members } from '#db/schema/people'
import { can, type Actor } from '#lib/auth/actor'
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
 * Locks a key that is to be changed or rotated. Throws 404, 409 for one that was stopped, and 403
 * when a key would change one with more rights than its own.
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
  const more = view.permissions.filter(
    (one) => !(can as (a: Actor, p: string) => boolean)(actor, one),
  )
  const isWider = actor.workflows
    ? !row.workflows?.every((workflow) => actor.workflows?.includes(workflow))
    : false
  if (actor.kind === 'api-key' && (more.length > 0 || isWider))
    throw new ApiError('forbidden', 'A key changes only keys that may do no more than itself.', {
      permissions: more,
    })
  return row
}
