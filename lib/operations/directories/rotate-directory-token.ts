import { eq } from 'drizzle-orm'
import { directories } from '#db/schema/directories'
import type { DirectoryWithToken } from '#lib/contracts/organization/directories'
import { newDirectoryToken } from '#lib/directory/token'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { getDirectoryView, lockDirectory } from './load-directory.ts'

const hourMs = 60 * 60 * 1000

/** Makes a new token; the one before works for some hours more, so that nothing stops meanwhile. */
export const rotateDirectoryToken = defineOperation<
  { id: string; overlapHours: number },
  DirectoryWithToken
>({
  name: 'rotateDirectoryToken',
  permission: 'directories:manage',
  needsConfirmation: true,
  answersSecret: true,
  audit: ({ input, output }) => ({
    action: 'directory.token-rotated',
    objectKind: 'directory',
    objectId: output.id,
    details: { name: output.name, overlapHours: input.overlapHours },
  }),
  async run({ actor, input: { id, overlapHours }, tx, info }) {
    const { directory } = await lockDirectory(tx, id, { actor, info })
    if (directory.kind !== 'scim')
      throw new ApiError('conflict', 'Only a directory that pushes has a token.')
    const { token, hash, prefix } = newDirectoryToken()
    const overlaps = overlapHours > 0
    await tx
      .update(directories)
      .set({
        tokenHash: hash,
        tokenPrefix: prefix,
        tokenCreatedAt: new Date(),
        formerTokenHash: overlaps ? directory.tokenHash : null,
        formerTokenUntil: overlaps ? new Date(Date.now() + overlapHours * hourMs) : null,
      })
      .where(eq(directories.id, id))
    return { ...(await getDirectoryView(tx, id)), token }
  },
})
