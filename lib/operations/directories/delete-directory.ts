import { eq } from 'drizzle-orm'
import { directories } from '#db/schema/directories'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { lockDirectory } from './load-directory.ts'

/**
 * Disconnects a directory: its token is refused, its groups are gone, and its people stay members
 * with the roles that they have. `confirm` must be its name.
 */
export const deleteDirectory = defineOperation<{ id: string; confirm: string }, { name: string }>({
  name: 'deleteDirectory',
  permission: 'directories:manage',
  needsConfirmation: true,
  audit: ({ input, output }) => ({
    action: 'directory.disconnected',
    objectKind: 'directory',
    objectId: input.id,
    details: output,
  }),
  async run({ actor, input: { id, confirm }, tx, info }) {
    const { directory } = await lockDirectory(tx, id, { actor, info })
    if (confirm !== directory.name)
      throw ApiError.invalid([
        { path: 'confirm', message: 'This is not the name of the directory. Type it exactly.' },
      ])
    await tx.delete(directories).where(eq(directories.id, id))
    return { name: directory.name }
  },
})
