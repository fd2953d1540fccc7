import { and, eq, ne } from 'drizzle-orm'
import { directories } from '#db/schema/directories'
import type { DirectoryView } from '#lib/contracts/organization/directories'
import { ApiError } from '#lib/domain/api-error'
import type { DirectorySettings } from '#lib/domain/directory'
import { defineOperation } from '../define-operation.ts'
import { getDirectoryView, lockDirectory } from './load-directory.ts'

type Input = {
  id: string
  name?: string | undefined
  settings?: DirectorySettings | undefined
}

/** Changes name or settings; settings count for the changes to come. */
export const changeDirectory = defineOperation<Input, DirectoryView>({
  name: 'changeDirectory',
  permission: 'directories:manage',
  audit: ({ output }) => ({
    action: 'directory.changed',
    objectKind: 'directory',
    objectId: output.id,
    details: { name: output.name, ...output.settings },
  }),
  async run({ actor, input: { id, name, settings }, tx, info }) {
    const { directory } = await lockDirectory(tx, id, { actor, info })
    if (name !== undefined) {
      const [taken] = await tx
        .select({ id: directories.id })
        .from(directories)
        .where(and(eq(directories.name, name), ne(directories.id, id)))
      if (taken)
        throw new ApiError(
          'conflict',
          `There is a directory called "${name}" already. Choose another name.`,
          { name },
        )
    }
    await tx
      .update(directories)
      .set({ name: name ?? directory.name, settings: settings ?? directory.settings })
      .where(eq(directories.id, id))
    return await getDirectoryView(tx, id)
  },
})
