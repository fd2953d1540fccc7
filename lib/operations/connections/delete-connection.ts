import { and, eq } from 'drizzle-orm'
import { connections } from '#db/schema/connections'
import { directories } from '#db/schema/directories'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { releaseUsers, settingOfConnection, workflowsOfConnection } from '../workflows/used-by.ts'
import { requireNoFaxLine } from '../faxes/get-fax-lines.ts'
import { getConnectionOrThrow } from './find-connection.ts'

type Input = { id: string; replaceWith?: string | undefined; confirm?: string | undefined }

/** Deletes a connection with its credentials. Throws 404, and 409 `in_use`. */
export const deleteConnection = defineOperation<Input, { slug: string }>({
  name: 'deleteConnection',
  permission: 'connections:manage',
  audit: ({ input, output }) => ({
    action: 'connection.deleted',
    objectKind: 'connection',
    objectId: input.id,
    details: { slug: output.slug },
  }),
  async run({ actor, info, input: { id, replaceWith, confirm }, tx }) {
    const { kind, slug } = await getConnectionOrThrow(tx, id)
    const [directory] = await tx
      .select({ name: directories.name })
      .from(directories)
      .where(eq(directories.connectionId, id))
    if (directory)
      throw new ApiError(
        'in_use',
        `The directory “${directory.name}” is read through this connection. Disconnect it first, ` +
          'under Settings, Directories.',
        { directory: directory.name },
      )
    await requireNoFaxLine(tx, id)
    const users = await workflowsOfConnection(tx, actor, { kind, slug })
    if (replaceWith !== undefined) {
      const here = and(eq(connections.kind, kind), eq(connections.slug, replaceWith))
      const [other] = await tx.select({ id: connections.id }).from(connections).where(here)
      if (!other) throw ApiError.notFound(`${kind} connection`, replaceWith)
    }
    const what = `The connection “${slug}”`
    const setting = settingOfConnection({ kind, slug })
    const deletion = { what, setting, users, replaceWith, confirm }
    await releaseUsers(tx, { actor, info }, deletion)
    await tx.delete(connections).where(eq(connections.id, id))
    return { slug }
  },
})
