import { eq } from 'drizzle-orm'
import { directories } from '#db/schema/directories'
import type { DirectoryView } from '#lib/contracts/organization/directories'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { getDirectoryView, lockDirectory } from '../directories/load-directory.ts'
import { sealWebhookSecret } from './webhook-secret.ts'

type Input = { id: string; secret: string | null }

/** Stores the secret that signs the messages of a directory, or takes it away. */
export const setDirectoryWebhookSecret = defineOperation<Input, DirectoryView>({
  name: 'setDirectoryWebhookSecret',
  permission: 'directories:manage',
  needsConfirmation: true,
  audit: ({ input, output }) => ({
    action: 'directory.webhook-secret-set',
    objectKind: 'directory',
    objectId: output.id,
    details: { name: output.name, isSet: input.secret !== null },
  }),
  async run({ actor, input: { id, secret }, tx, info }) {
    const { directory } = await lockDirectory(tx, id, { actor, info })
    if (directory.kind !== 'workos')
      throw new ApiError('conflict', 'Only a directory that is read has webhook messages.')
    const webhookSecret = secret === null ? null : sealWebhookSecret(directory, secret)
    await tx.update(directories).set({ webhookSecret }).where(eq(directories.id, id))
    return await getDirectoryView(tx, id)
  },
})
