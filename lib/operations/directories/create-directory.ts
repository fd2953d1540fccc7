import type { z } from 'zod'
import { directories } from '#db/schema/directories'
import type {
  DirectoryWithToken,
  newDirectorySchema,
} from '#lib/contracts/organization/directories'
import { fillSandbox } from '#lib/directory/sandbox'
import { newDirectoryToken } from '#lib/directory/token'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { getDirectoryView, lockDirectory } from './load-directory.ts'

/**
 * Connects a directory. One that pushes gets a token, of which only the SHA-256 is stored; a sandbox
 * gets its invented people. Throws 409 when the name is taken.
 */
export const createDirectory = defineOperation<
  z.output<typeof newDirectorySchema>,
  DirectoryWithToken
>({
  name: 'createDirectory',
  permission: 'directories:manage',
  needsConfirmation: true,
  answersSecret: true,
  audit: ({ output }) => ({
    action: 'directory.connected',
    objectKind: 'directory',
    objectId: output.id,
    details: { name: output.name, kind: output.kind, ...output.settings },
  }),
  async run({ actor, input, tx, info }) {
    const made = input.kind === 'scim' ? newDirectoryToken() : undefined
    const [row] = await tx
      .insert(directories)
      .values({
        id: newId(),
        organizationId: actor.organizationId,
        ...input,
        tokenHash: made?.hash ?? null,
        tokenPrefix: made?.prefix ?? null,
        tokenCreatedAt: made ? new Date() : null,
      })
      .onConflictDoNothing({ target: [directories.organizationId, directories.name] })
      .returning()
    if (!row)
      throw new ApiError(
        'conflict',
        `There is a directory called "${input.name}" already. Choose another name.`,
        { name: input.name },
      )
    if (input.kind === 'sandbox') {
      await fillSandbox(await lockDirectory(tx, row.id, { actor, info }))
    }
    return { ...(await getDirectoryView(tx, row.id)), token: made?.token ?? null }
  },
})
