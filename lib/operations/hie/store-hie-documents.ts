import { engineDb } from '#db/client'
import { files } from '#db/schema/documents'
import { safeFileName } from '#lib/documents/file-name'
import { putFile, removeFile } from '#lib/documents/file-store'
import { mimeTypeOf } from '#lib/documents/mime-type'
import { ApiError } from '#lib/domain/api-error'
import type { HieDocumentView } from '#lib/domain/provider/hie'
import { mayPass } from '#lib/domain/provider/may-pass'
import { newId } from '#lib/ids'
import { maxDocumentBytes } from '#lib/integrations/hie/limits'
import type { HieDocument, HiePort } from '#lib/integrations/hie/port'
import { recordStored, type Claimed } from './hie-request-store.ts'

const maxDocuments = 200

export type HieDocuments = {
  documents: HieDocumentView[]
  errors: { id: string; code: string; message: string }[]
}

/** Another worker has the request: this one stops silently. */
export class LeaseLost extends Error {}

async function store(
  claimed: Claimed,
  { fileName, mimeType, id: documentId }: HieDocument,
  bytes: Uint8Array,
): Promise<string> {
  const { storageKey, size, sha256, head } = await putFile(
    (async function* () {
      yield bytes
    })(),
    { maxBytes: maxDocumentBytes },
  )
  try {
    return await engineDb().transaction(async (tx) => {
      const id = newId()
      const { organizationId } = claimed
      await tx.insert(files).values({
        id,
        organizationId,
        fileName: safeFileName(fileName),
        mimeType: mimeTypeOf(head, mimeType),
        size,
        sha256,
        storageKey,
        createdBy: 'Health information exchange',
      })
      if (!(await recordStored(tx, claimed, documentId, id))) throw new LeaseLost()
      return id
    })
  } catch (error) {
    await removeFile(storageKey)
    throw error
  }
}

/**
 * Downloads the documents into the organization's files, one after the other. One transaction
 * writes each file and records it, so a worker that takes over goes on with the next. A document
 * that the provider refuses is named in `errors`; a temporary failure is thrown, and the whole
 * request is tried again later.
 */
export async function storeHieDocuments(
  port: HiePort,
  claimed: Claimed,
  documents: HieDocument[],
  signal: AbortSignal,
): Promise<HieDocuments> {
  if (documents.length > maxDocuments)
    throw new ApiError(
      'provider_error',
      `The exchange has ${documents.length} such documents; at most ${maxDocuments} are fetched ` +
        'at once. Ask for fewer MIME types or a shorter period.',
      { code: 'too_many_documents', retryable: false },
    )
  const done: HieDocuments = { documents: [], errors: [] }
  const stored = new Map(Object.entries(claimed.stored))
  for (const document of documents) {
    const { source: _source, ...shown } = document
    try {
      const fileId =
        stored.get(document.id) ??
        (await store(claimed, document, await port.download(document, signal)))
      stored.set(document.id, fileId)
      done.documents.push({ ...shown, fileId })
    } catch (error) {
      if (!(error instanceof ApiError) || mayPass(error)) throw error
      done.errors.push({ id: document.id, code: error.code, message: error.message })
    }
  }
  return done
}
