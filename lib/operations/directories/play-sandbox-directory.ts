import { eq } from 'drizzle-orm'
import { directories } from '#db/schema/directories'
import type { DirectoryView } from '#lib/contracts/organization/directories'
import { playSandbox } from '#lib/directory/sandbox'
import { ApiError } from '#lib/domain/api-error'
import type { SandboxEvent } from '#lib/domain/directory'
import { defineOperation } from '../define-operation.ts'
import { getDirectoryView, lockDirectory } from './load-directory.ts'

type Played = { happened: string; directory: DirectoryView }

/** Lets somebody join, move or leave in a sandbox directory. */
export const playSandboxDirectory = defineOperation<{ id: string; event: SandboxEvent }, Played>({
  name: 'playSandboxDirectory',
  permission: 'directories:manage',
  audit: ({ input }) => ({
    action: 'directory.sandbox-played',
    objectKind: 'directory',
    objectId: input.id,
    details: { event: input.event },
  }),
  async run({ actor, input: { id, event }, tx, info }) {
    const change = await lockDirectory(tx, id, { actor, info })
    if (change.directory.kind !== 'sandbox')
      throw new ApiError('conflict', 'Only the people of a sandbox directory are invented.')
    const happened = await playSandbox(change, event)
    await tx
      .update(directories)
      .set({ lastSyncAt: new Date(), lastSyncOk: true, lastSyncMessage: happened })
      .where(eq(directories.id, id))
    return { happened, directory: await getDirectoryView(tx, id) }
  },
})
