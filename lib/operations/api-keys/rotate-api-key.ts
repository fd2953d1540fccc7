import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { apiKeys } from '#db/schema/people'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import type { CreatedApiKey, rotatedApiKeySchema } from '#lib/contracts/organization/api-keys'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '#lib/operations/define-operation'
import { endOfKey } from './key-rights.ts'
import { lockKey, readKey } from './lock-key.ts'

type Rotation = z.output<typeof rotatedApiKeySchema> & { id: string }

const dayMs = 24 * 3_600_000
const longestOverlapMs = 7 * dayMs

function overlapEnd(asked: string | undefined, now = Date.now()): Date {
  const until = asked === undefined ? now + dayMs : new Date(asked).getTime()
  if (until > now + longestOverlapMs)
    throw ApiError.invalid([
      { path: 'previousUntil', message: 'The key before works for at most 7 days more.' },
    ])
  return new Date(until)
}

/**
 * Gives a key a new secret; the one before works until an instant at most seven days from now. One
 * that was rotated before ends at once. Throws 409 for a key that has expired and gets no new end.
 */
export const rotateApiKey = defineOperation<Rotation, CreatedApiKey>({
  name: 'rotateApiKey',
  permission: 'api-keys:manage',
  needsConfirmation: true,
  answersSecret: true,
  audit: ({ input, output }) => ({
    action: 'api-key.rotated',
    objectKind: 'api-key',
    objectId: input.id,
    details: {
      name: output.name,
      previousUntil: output.previousUntil,
      expiresAt: output.expiresAt,
    },
  }),
  async run({ actor, input, tx }) {
    const row = await lockKey(tx, actor, input.id)
    const isExpired = row.expiresAt !== null && row.expiresAt.getTime() <= Date.now()
    if (isExpired && input.expiresAt === undefined)
      throw new ApiError('conflict', 'This key has expired. Give a new end with the rotation.', {
        expiresAt: row.expiresAt?.toISOString(),
      })
    const key = newApiKey(row.mode)
    const until = overlapEnd(input.previousUntil)
    const isOverlapping = until.getTime() > Date.now() && !isExpired
    await tx
      .update(apiKeys)
      .set({
        hash: hashApiKey(key),
        prefix: apiKeyPrefix(key),
        previousHash: isOverlapping ? row.hash : null,
        previousUntil: isOverlapping ? until : null,
        ...(input.expiresAt === undefined
          ? {}
          : { expiresAt: await endOfKey(tx, actor, input.expiresAt), warnedAt: null }),
      })
      .where(eq(apiKeys.id, input.id))
    return { ...(await readKey(tx, input.id)), key }
  },
})
