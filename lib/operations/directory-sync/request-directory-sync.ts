import type { DirectoryView } from '#lib/contracts/organization/directories'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { getDirectoryView, lockDirectory } from '../directories/load-directory.ts'
import { askForSync } from './ask-for-sync.ts'

/** Asks for a whole read of a directory that is read. Throws 404, and 409 for one that pushes. */
export const requestDirectorySync = defineOperation<{ id: string }, DirectoryView>({
  name: 'requestDirectorySync',
  permission: 'directories:manage',
  audit: ({ output }) => ({
    action: 'directory.sync-requested',
    objectKind: 'directory',
    objectId: output.id,
    details: { name: output.name },
  }),
  async run({ actor, input: { id }, tx, info }) {
    const { directory } = await lockDirectory(tx, id, { actor, info })
    if (directory.kind !== 'workos')
      throw new ApiError(
        'conflict',
        'This directory is not read: it sends its people itself. Start a synchronisation there.',
      )
    await askForSync(tx, id, { whole: true })
    return await getDirectoryView(tx, id)
  },
})
