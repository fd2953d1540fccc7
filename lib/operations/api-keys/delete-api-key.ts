import { eq } from 'drizzle-orm'
import { apiKeys } from '#db/schema/people'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '#lib/operations/define-operation'

/** Deletes an API key; the next request with it is refused. `confirm` must be its name. */
export const deleteApiKey = defineOperation<{ id: string; confirm: string }, { name: string }>({
  name: 'deleteApiKey',
  permission: 'api-keys:manage',
  needsConfirmation: true,
  audit: ({ input, output }) => ({
    action: 'api-key.deleted',
    objectKind: 'api-key',
    objectId: input.id,
    details: { name: output.name },
  }),
  async run({ input, tx }) {
    const [key] = await tx
      .select({ name: apiKeys.name })
      .from(apiKeys)
      .where(eq(apiKeys.id, input.id))
      .for('update')
    if (!key) throw ApiError.notFound('API key', input.id)
    if (input.confirm !== key.name)
      throw ApiError.invalid([
        {
          path: 'confirm',
          message: 'This is not the name of the key. Type it exactly; deleting is permanent.',
        },
      ])
    await tx.delete(apiKeys).where(eq(apiKeys.id, input.id))
    return { name: key.name }
  },
})
