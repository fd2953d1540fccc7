import { inOrganization } from '#db/client'
import { openFile } from '#lib/documents/file-store'
import { pageFormatOf } from '#lib/documents/pages/page-format'
import {
  pageLimits,
  readPages,
  type PageLimits,
  type PageSource,
} from '#lib/documents/pages/read-pages'
import { unreadable } from '#lib/documents/pages/unreadable'
import { ApiError } from '#lib/domain/api-error'
import type { OcrLanguage } from '#lib/domain/document/ocr-languages'
import type { DocumentPage } from '#lib/domain/document/page'
import { hasSqlState } from '#lib/retry-on'
import { getFileOrThrow } from '../files/find-file.ts'
import { copyPages, findStoredPages, insertPages, loadPages, type Reading } from './stored-pages.ts'

/** Raised when the reader reads better: what older ones read is then read again. */
const readerVersion = 2
const foreignKeyViolation = '23503'

export type ReadFile = {
  fileId: string
  /** Recognizes pages that are pictures. */
  ocr: boolean
  languages: OcrLanguage[]
  /** Somebody waits at a page for the answer, or a workflow does, which has time. */
  wait?: 'short' | 'long'
  signal?: AbortSignal
  limits?: PageLimits
  /** After some pages were read; also of a reading that goes on after a crash. */
  onProgress?(progress: { read: number; total: number }): void
}
export type FilePages = { fileId: string; fileName: string; pages: DocumentPage[] }

type File = Awaited<ReturnType<typeof getFileOrThrow>>

const readingOf = (file: File, { ocr, languages }: ReadFile): Reading => {
  const recognized = ocr ? `recognized in ${languages.toSorted().join('+')}` : 'as text'
  const reader = `${readerVersion} ${pageFormatOf(file) ?? 'other'} ${recognized}`
  return { fileId: file.id, reader, content: file.sha256 }
}

/** A file with its bytes. Throws 422 for one that is too large to be read. */
export async function sourceOf(file: File, limits: PageLimits = pageLimits): Promise<PageSource> {
  if (file.size > limits.bytes)
    throw unreadable(
      `This document is larger than ${Math.floor(limits.bytes / 1024 / 1024)} MB. Split it.`,
      file.id,
    )
  const bytes = new Uint8Array(await new Response(await openFile(file.storageKey)).arrayBuffer())
  return { fileId: file.id, fileName: file.fileName, mimeType: file.mimeType, bytes }
}

/** Reads what is not stored yet, and stores each batch: a crash costs a few pages at most. */
async function readMissing(
  organizationId: string,
  { file, reading, known }: { file: File; reading: Reading; known: Set<number> },
  input: ReadFile,
): Promise<void> {
  const { ocr, languages, wait, signal, limits = pageLimits, onProgress } = input
  const source = await sourceOf(file, limits)
  const options = {
    organizationId,
    ocr,
    languages,
    known,
    limits,
    ...(wait ? { wait } : {}),
    ...(signal ? { signal } : {}),
  }
  for await (const batch of readPages(source, options)) {
    signal?.throwIfAborted()
    await inOrganization(organizationId, (tx) => insertPages(tx, organizationId, reading, batch))
    for (const { page } of batch.pages) known.add(page)
    onProgress?.({ read: known.size, total: batch.total })
  }
}

/**
 * Reads a file unless all of its pages are stored. A call after a crash reads only what is missing;
 * another file with the same bytes takes over what was read of the first.
 * @throws ApiError `not_found`; `unprocessable` with a sentence for the document's owner; as
 *   `readPages`
 */
export async function requireReading(
  organizationId: string,
  input: ReadFile,
): Promise<{ fileName: string; reading: Reading }> {
  const { fileId, signal } = input
  signal?.throwIfAborted()
  const { file, reading, stored } = await inOrganization(organizationId, async (tx) => {
    const found = await getFileOrThrow(tx, fileId)
    const key = readingOf(found, input)
    const before = await findStoredPages(tx, key)
    if (before.total > 0) return { file: found, reading: key, stored: before }
    await copyPages(tx, key)
    return { file: found, reading: key, stored: await findStoredPages(tx, key) }
  })
  const { total, known } = stored
  const answer = { fileName: file.fileName, reading }
  if (total > 0 && known.size === total) return answer
  try {
    await readMissing(organizationId, { file, reading, known }, input)
  } catch (error) {
    // It was deleted while it was read.
    if (hasSqlState(error, [foreignKeyViolation])) throw ApiError.notFound('file', fileId)
    throw error
  }
  return answer
}

/** The pages of a file, which is read when it was not (`requireReading`). */
export async function readFilePages(organizationId: string, input: ReadFile): Promise<FilePages> {
  const { fileName, reading } = await requireReading(organizationId, input)
  const pages = await inOrganization(organizationId, (tx) => loadPages(tx, reading))
  return { fileId: input.fileId, fileName, pages }
}
