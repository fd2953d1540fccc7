import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/client'
import { apiKeys, members } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import type { CreatedApiKey, newApiKeySchema } from '#lib/contracts/organization/api-keys'
import { ApiError } from '#lib/domain/api-error'
import type { MemberRole } from '#lib/domain/statuses'
import { newId } from '#lib/ids'
import { defineOperation } from '#lib/operations/define-operation'
import { apiKeyView, makerOf, type Maker } from './api-key-view.ts'

/** The person who creates the key; when a key creates it, the person of that key. */
async function personBehind(tx: Tx, actor: Actor): Promise<Maker & { id: string | null }> {
  if (actor.kind === 'user')
    return { id: actor.id, name: actor.name, role: actor.role as MemberRole }
  const [found] = await tx
    .select({ id: apiKeys.createdBy, name: members.name, role: members.role })
    .from(apiKeys)
    .leftJoin(members, makerOf)
    .where(eq(apiKeys.id, actor.id))
  return found ?? { id: null, name: null, role: null }
}

/** Creates an API key. Only the answer has its text. Throws 409 when the name is taken. */
export const createApiKey = defineOperation<z.output<typeof newApiKeySchema>, CreatedApiKey>({
  name: 'createApiKey',
  permission: 'api-keys:manage',
  answersSecret: true,
  audit: ({ output }) => ({
    action: 'api-key.created',
    objectKind: 'api-key',
    objectId: output.id,
    details: { name: output.name, role: output.role },
  }),
  async run({ actor, input, tx }) {
    const key = newApiKey()
    const maker = await personBehind(tx, actor)
    const [row] = await tx
      .insert(apiKeys)
      .values({
        id: newId(),
        organizationId: actor.organizationId,
        name: input.name,
        prefix: apiKeyPrefix(key),
        hash: hashApiKey(key),
        role: input.role,
        createdBy: maker.id,
      })
      .onConflictDoNothing({ target: [apiKeys.organizationId, apiKeys.name] })
      .returning()
    if (!row)
      throw new ApiError(
        'conflict',
        `There is an API key called "${input.name}" already. Choose another name.`,
        { name: input.name },
      )
    return { ...apiKeyView(row, maker), key }
  },
})
