import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/client'
import { apiKeys, members } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import type { ApiKeyView, changedApiKeySchema } from '#lib/contracts/organization/api-keys'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '#lib/operations/define-operation'
import { endOfKey, requireRate } from './key-rights.ts'
import { lockKey, readKey, requireNoMore } from './lock-key.ts'

type Change = z.output<typeof changedApiKeySchema> & { id: string }

/** Checks the new owner: a member who is not disabled. Only a person hands a key over. */
async function requireOwner(tx: Tx, actor: Actor, ownerId: string): Promise<void> {
  if (actor.kind === 'api-key')
    throw new ApiError('forbidden', 'Only a person hands a key over to another owner.')
  const [member] = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(
      and(
        eq(members.organizationId, actor.organizationId),
        eq(members.userId, ownerId),
        isNull(members.disabledAt),
      ),
    )
    // Waits for somebody who disables the member at this moment, and lets nobody begin (holdMember).
    .for('share')
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
    // The member first: who disables a member locks in this order, too.
    if (ownerId !== undefined) await requireOwner(tx, actor, ownerId)
    const { workflows } = await lockKey(tx, actor, id)
    const changed = {
      ...(expiresAt === undefined
        ? {}
        : { expiresAt: await endOfKey(tx, actor, expiresAt), warnedAt: null }),
      ...(ratePerMinute === undefined ? {} : { ratePerMinute: requireRate(actor, ratePerMinute) }),
      ...(ownerId === undefined ? {} : { createdBy: ownerId }),
    }
    if (Object.keys(changed).length > 0)
      await tx.update(apiKeys).set(changed).where(eq(apiKeys.id, id))
    const view = await readKey(tx, id)
    // With a stronger owner it may do more than before.
    if (ownerId !== undefined) requireNoMore(actor, view, workflows)
    return view
  },
})
