import type { z } from 'zod'
import { apiKeys } from '#db/schema/people'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import type { CreatedApiKey, newApiKeySchema } from '#lib/contracts/api-keys'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { defineOperation } from '#lib/operations/define-operation'
import { apiKeyView } from './api-key-view.ts'

/** Makes an API key. Its text is in the answer and nowhere else. 409 when the name is taken. */
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
    const [row] = await tx
      .insert(apiKeys)
      .values({
        id: newId(),
        organizationId: actor.organizationId,
        name: input.name,
        prefix: apiKeyPrefix(key),
        hash: hashApiKey(key),
        role: input.role,
        createdBy: actor.kind === 'user' ? actor.id : null,
      })
      .onConflictDoNothing({ target: [apiKeys.organizationId, apiKeys.name] })
      .returning()
    if (!row) throw new ApiError('conflict', `There is an API key called "${input.name}" already. Choose another name.`, { name: input.name })
    return { ...apiKeyView(row, actor.kind === 'user' ? actor.name : null), key }
  },
})
