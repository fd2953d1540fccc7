import { inOrganization } from '#db/client'
import { openFile } from '#lib/documents/file-store'
import type { FileBody } from '#lib/integrations/outbound/file-body'
import { getFileOrThrow } from './find-file.ts'

/**
 * A file of the organization for a step that sends it; the bytes are read from the disk while they
 * are sent. Throws 404; reading throws 503 when the bytes are missing.
 */
export async function runFileContent(organizationId: string, id: string): Promise<FileBody> {
  const { fileName, mimeType, size, storageKey } = await inOrganization(organizationId, (tx) =>
    getFileOrThrow(tx, id),
  )
  return {
    fileName,
    mimeType,
    size,
    async *read(part) {
      if (part && part.start >= part.end) return
      yield* (await openFile(storageKey, part)) as unknown as AsyncIterable<Uint8Array>
    },
  }
}
