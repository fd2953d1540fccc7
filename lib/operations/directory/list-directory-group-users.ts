import { asc, eq } from 'drizzle-orm'
import { connections } from '#db/schema/connections'
import { ApiError } from '#lib/domain/api-error'
import type { DirectoryGroup } from '#lib/domain/provider/directory-group'
import { openConnection } from '../connections/open-connection.ts'
import { defineOutsideOperation } from '../define-operation.ts'

/**
 * Specification 4.1: a group with its users. The directory connections of the organization are
 * asked, the oldest first, until one knows the group. When one fails, the others are still asked;
 * when none of them knows the group, the failure is the answer, because the group may be there.
 */
export const listDirectoryGroupUsers = defineOutsideOperation<
  { id: string },
  { group: DirectoryGroup }
>({
  name: 'listDirectoryGroupUsers',
  permission: 'integrations:call',
  audit: ({ input, output }) => ({
    action: 'directory.group-read',
    objectKind: 'directory-group',
    objectId: input.id,
    details: { users: output.group.users.length },
  }),
  async run({ actor, input: { id }, info, signal, transaction }) {
    const directories = await transaction((tx) =>
      tx
        .select({ slug: connections.slug })
        .from(connections)
        .where(eq(connections.kind, 'directory'))
        .orderBy(asc(connections.createdAt), asc(connections.id)),
    )
    if (directories.length === 0)
      throw new ApiError(
        'unknown_connection',
        'This organization has no directory connection. An owner can add one under Connections.',
        { kind: 'directory' },
      )
    let failure: ApiError | undefined
    for (const { slug } of directories) {
      try {
        const port = await openConnection(actor.organizationId, 'directory', slug, info)
        const group = await port.groupWithUsers(id, signal)
        if (group) return { group }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        failure ??= error
      }
    }
    throw failure ?? ApiError.notFound('directory group', id)
  },
})
