import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/client'
import { apiKeys, members } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import type { ApiKeyView, changedApiKeySchema } from '#lib/contracts/organization/api-keys'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '#lib/operations/define-operation'
import { endOfKey, requireRate } from './key-rights.ts'
import { lockKey, readKey } from './lock-key.ts'

type Change = z.output<typeof changedApiKeySchema> & { id: string }

/** Checks the new owner: a member who is not disabled. Only a person hands a key over. */
async function requireOwner(tx: Tx, actor: Actor, ownerId: string): Promise<void> {
  if (actor.kind === 'api-key')
    throw new ApiError('forbidden', 'Only a person hands a key over to another owner.')
  const [member] = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.userId, ownerId), isNull(members.disabledAt)))
  if (!member)
    throw ApiError.invalid([
      { path: 'ownerId', message: 'This is no active member of the organization.' },
    ])
}

/**
 * Changes the end, the limit or the owner of a key. What is left out stays. A key that was handed
 * over ends with the access of its new owner, and does no more than they may.
 */
export const changeApiKey = defineOperation<Change, ApiKeyView>({
  name: 'changeApiKey',
  permission: 'api-keys:manage',
  needsConfirmation: true,
  audit: ({ input: { id, ...changed }, output }) => ({
    action: 'api-key.changed',
    objectKind: 'api-key',
    objectId: id,
    details: { name: output.name, ...changed },
  }),
  async run({ actor, input, tx }) {
    const { id, expiresAt, ratePerMinute, ownerId } = input
    await lockKey(tx, actor, id)
    if (ownerId !== undefined) await requireOwner(tx, actor, ownerId)
    const changed = {
      ...(expiresAt === undefined
        ? {}
        : { expiresAt: await endOfKey(tx, actor, expiresAt), warnedAt: null }),
      ...(ratePerMinute === undefined ? {} : { ratePerMinute: requireRate(actor, ratePerMinute) }),
      ...(ownerId === undefined ? {} : { createdBy: ownerId }),
    }
    if (Object.keys(changed).length > 0)
      await tx.update(apiKeys).set(changed).where(eq(apiKeys.id, id))
    return await readKey(tx, id)
  },
})
