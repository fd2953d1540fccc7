import type { FileLinkView } from '#lib/contracts/data/files'
import { attachment } from '#lib/documents/file-name'
import { linkFile } from '#lib/documents/file-store'
import { env } from '#lib/env'
import { defineOperation } from '../define-operation.ts'
import { getFileFor } from './file-for.ts'

/**
 * An address from which a file that the caller may read is downloaded: of the place where it lies,
 * when the operator allows that, or ours. A direct one is in the audit log as a download, since
 * nobody can tell whether it was used. Throws 404.
 */
export const getFileLink = defineOperation<{ id: string }, FileLinkView>({
  name: 'getFileLink',
  permission: 'files:read',
  audit: ({ input, output }) =>
    output.direct
      ? {
          action: 'file.download',
          objectKind: 'file',
          objectId: input.id,
          details: { linkUntil: output.expiresAt },
        }
      : undefined,
  async run({ actor, input: { id }, tx }) {
    const { storageKey, fileName, mimeType } = await getFileFor(tx, actor, id)
    const link = await linkFile(storageKey, { disposition: attachment(fileName), mimeType })
    return link
      ? { url: link.url, direct: true, expiresAt: link.expiresAt.toISOString() }
      : { url: `${env().BASE_URL}/api/v2/files/${id}/content`, direct: false, expiresAt: null }
  },
})
