import { eq } from 'drizzle-orm'
import { connections } from '#db/schema/connections'
import { defineOperation } from '../define-operation.ts'
import { getConnectionOrThrow } from './find-connection.ts'

export const deleteConnection = defineOperation<{ id: string }, { slug: string }>({
  name: 'deleteConnection',
  permission: 'connections:manage',
  audit: ({ input, output }) => ({ action: 'connection.deleted', objectKind: 'connection', objectId: input.id, details: { slug: output.slug } }),
  async run({ input, tx }) {
    const { slug } = await getConnectionOrThrow(tx, input.id)
    await tx.delete(connections).where(eq(connections.id, input.id))
    return { slug }
  },
})
