import { eq } from 'drizzle-orm'
import { v5 } from 'uuid'
import { inOrganization } from '#db/client'
import { files } from '#db/schema/documents'
import { safeFileName } from '#lib/documents/file-name'
import { putFile, removeFile, type StoredBytes } from '#lib/documents/file-store'
import { mimeTypeOf } from '#lib/documents/mime-type'
import { maxFileBytes } from '#lib/domain/form/file-limits'

/** The namespace of the ids that are made from keys. */
const namespace = '5f0e7c3a-9d0b-4a57-8f0c-2f6a1f6f1c11'

/** The whole `content`, or a stream of it. */
export type RunFile = {
  key: string
  runId: string
  fileName: string
  mimeType: string
  content: Uint8Array | AsyncIterable<Uint8Array>
  createdBy: string
}
export type StoredRunFile = {
  id: string
  fileName: string
  mimeType: string
  size: number
  sha256: string
}

/**
 * Stores a file of a run's step; it is deleted with the run. The same `key` never makes a second
 * file: the first file is answered. The bytes decide the type. Throws `payload_too_large` above
 * 200 MB.
 */
export async function storeRunFile(
  organizationId: string,
  { content, ...file }: RunFile,
): Promise<StoredRunFile> {
  const stored = await putFile(
    Symbol.asyncIterator in content
      ? content
      : (async function* () {
          yield content
        })(),
    { maxBytes: maxFileBytes },
  )
  return await recordRunFile(organizationId, file, stored)
}

/** Makes stored bytes a file of a run's step, by the rules of `storeRunFile`. */
export async function recordRunFile(
  organizationId: string,
  { key, runId, fileName, mimeType, createdBy }: Omit<RunFile, 'content'>,
  stored: StoredBytes,
): Promise<StoredRunFile> {
  const id = v5(`${organizationId} ${key}`, namespace)
  const view = {
    id: files.id,
    fileName: files.fileName,
    mimeType: files.mimeType,
    size: files.size,
    sha256: files.sha256,
  }
  try {
    const values = {
      id,
      organizationId,
      runId,
      fileName: safeFileName(fileName),
      mimeType: mimeTypeOf(stored.head, mimeType),
      size: stored.size,
      sha256: stored.sha256,
      storageKey: stored.storageKey,
      createdBy,
    }
    const [made] = await inOrganization(organizationId, (tx) =>
      tx.insert(files).values(values).onConflictDoNothing().returning(view),
    )
    if (made) return made
  } catch (error) {
    await removeFile(stored.storageKey)
    throw error
  }
  await removeFile(stored.storageKey)
  const [first] = await inOrganization(organizationId, (tx) =>
    tx.select(view).from(files).where(eq(files.id, id)),
  )
  if (!first) throw new Error('the file was not recorded')
  return first
}
