import { asc, eq, notExists, and, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import { directories } from '#db/schema/directories'
import { ApiError } from '#lib/domain/api-error'
import type { DirectoryGroup } from '#lib/domain/provider/directory-group'
import { openConnection } from '../connections/open-connection.ts'
import { defineOutsideOperation } from '../define-operation.ts'
import { findStoredGroups, type FoundGroup } from './find-stored-groups.ts'

/** The directory connections that are asked: those whose people we do not have ourselves. */
const loadConnections = async (tx: Tx) =>
  await tx
    .select({ slug: connections.slug, name: connections.name })
    .from(connections)
    .where(
      and(
        eq(connections.kind, 'directory'),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(directories)
            .where(eq(directories.connectionId, connections.id)),
        ),
      ),
    )
    .orderBy(asc(connections.createdAt), asc(connections.id))

/** Two directories may give the same id to different groups: they are never mixed. */
function onlyOne(found: FoundGroup[], id: string): DirectoryGroup | undefined {
  const [first, ...others] = found
  if (others.length === 0) return first?.group
  const names = found.map(({ directory }) => `"${directory}"`).join(' and ')
  throw new ApiError(
    'conflict',
    `Several groups have this id, in ${names}. Use the id that Rounds gives the group: it is ` +
      'shown under Settings, Directories, and by GET /api/v2/directory-groups.',
    { id, directories: found.map(({ directory }) => directory) },
  )
}

/**
 * Specification 4.1: a group with its users. The directories that people come from and the directory
 * connections are all asked. When one fails, the others are still asked; when none of them knows the
 * group, the failure is the answer, because the group may be there. Throws 409 when several know a
 * group with this id.
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
    const known = await transaction(async (tx) => ({
      found: await findStoredGroups(tx, id),
      asked: await loadConnections(tx),
      any: (await tx.select({ id: directories.id }).from(directories).limit(1)).length > 0,
    }))
    if (known.asked.length === 0 && !known.any)
      throw new ApiError(
        'unknown_connection',
        'This organization has no directory. An owner can connect one under Settings.',
        { kind: 'directory' },
      )
    const found = [...known.found]
    let failure: ApiError | undefined
    for (const { slug, name } of known.asked) {
      try {
        const port = await openConnection(actor.organizationId, 'directory', slug, info)
        const group = await port.groupWithUsers(id, signal)
        if (group) found.push({ directory: name, group })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        failure ??= error
      }
    }
    const group = onlyOne(found, id)
    if (group) return { group }
    throw failure ?? ApiError.notFound('directory group', id)
  },
})
