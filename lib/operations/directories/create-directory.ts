import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/client'
import { connections } from '#db/schema/connections'
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

const fault = (message: string): ApiError => ApiError.invalid([{ path: 'connection', message }])

/** The id of the connection by which a directory is read. Throws 400, and 409 when it has one. */
async function connectionOf(tx: Tx, slug: string): Promise<string> {
  const [row] = await tx
    .select({ id: connections.id, provider: connections.provider })
    .from(connections)
    .where(and(eq(connections.kind, 'directory'), eq(connections.slug, slug)))
  if (!row) throw fault('There is no directory connection with this slug. Add one first.')
  if (row.provider !== 'workos')
    throw fault('Only a connection to WorkOS can be read. Choose one, or add it first.')
  const [taken] = await tx
    .select({ name: directories.name })
    .from(directories)
    .where(eq(directories.connectionId, row.id))
  if (taken)
    throw new ApiError(
      'conflict',
      `The directory "${taken.name}" is read through this connection already.`,
      { directory: taken.name },
    )
  return row.id
}

/**
 * Connects a directory. One that pushes gets a token, of which only the SHA-256 is stored; one
 * that is read is read within seconds; a sandbox gets its invented people. Throws 409 when the name
 * is taken.
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
  async run({ actor, input: { connection, ...input }, tx, info }) {
    const connectionId = connection === undefined ? null : await connectionOf(tx, connection)
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
        connectionId,
        syncDueAt: connectionId === null ? null : new Date(),
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
