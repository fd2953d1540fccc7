import { inOrganization } from '#db/client'
import { openFile, requireBytes } from '#lib/documents/file-store'
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
import {
  copyPages,
  countCharacters,
  findStoredPages,
  insertPages,
  loadPages,
  type Reading,
} from './stored-pages.ts'

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
/** A file whose pages are stored. */
export type FileReading = { fileId: string; fileName: string; reading: Reading; pageCount: number }
/** Of a document whose pages are in memory all at once. */
const mostCharacters = 4_000_000
export type FilePages = { fileId: string; fileName: string; pages: DocumentPage[] }

type File = Awaited<ReturnType<typeof getFileOrThrow>>

const readingOf = (file: File, { ocr, languages }: ReadFile): Reading => {
  const recognized = ocr ? `recognized in ${languages.toSorted().join('+')}` : 'as text'
  const reader = `${readerVersion} ${pageFormatOf(file) ?? 'other'} ${recognized}`
  return { fileId: file.id, reader, content: file.sha256 }
}

/** A file whose bytes are read from the disk when they are needed. */
export async function sourceOf({
  id,
  fileName,
  mimeType,
  size,
  storageKey,
}: File): Promise<PageSource> {
  await requireBytes(storageKey)
  const content = {
    size,
    async *read() {
      yield* (await openFile(storageKey)) as unknown as AsyncIterable<Uint8Array>
    },
  }
  return { fileId: id, fileName, mimeType, content }
}

/** Reads what is not stored yet, and stores each batch: a crash costs a few pages at most. */
async function readMissing(
  organizationId: string,
  { file, reading, known }: { file: File; reading: Reading; known: Set<number> },
  input: ReadFile,
): Promise<number> {
  const { ocr, languages, wait, signal, limits = pageLimits, onProgress } = input
  let pageCount = 0
  const options = {
    organizationId,
    ocr,
    languages,
    known,
    limits,
    ...(wait ? { wait } : {}),
    ...(signal ? { signal } : {}),
  }
  for await (const batch of readPages(await sourceOf(file), options)) {
    signal?.throwIfAborted()
    await inOrganization(organizationId, (tx) => insertPages(tx, organizationId, reading, batch))
    for (const { page } of batch.pages) known.add(page)
    pageCount = batch.total
    onProgress?.({ read: known.size, total: batch.total })
  }
  return pageCount
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
): Promise<FileReading> {
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
  const { fileName } = file
  if (total > 0 && known.size === total) return { fileId, fileName, reading, pageCount: total }
  try {
    const pageCount = await readMissing(organizationId, { file, reading, known }, input)
    return { fileId, fileName, reading, pageCount }
  } catch (error) {
    // It was deleted while it was read.
    if (hasSqlState(error, [foreignKeyViolation])) throw ApiError.notFound('file', fileId)
    throw error
  }
}

/**
 * The pages of a file, which is read when it was not (`requireReading`), all in memory.
 * @throws ApiError also `unprocessable` for more text than that
 */
export async function readFilePages(organizationId: string, input: ReadFile): Promise<FilePages> {
  const { fileId, fileName, reading } = await requireReading(organizationId, input)
  const pages = await inOrganization(organizationId, async (tx) => {
    if ((await countCharacters(tx, reading)) > mostCharacters)
      throw unreadable(
        'This document has more than 4 million characters. Read a part of it, or search it.',
        fileId,
      )
    return await loadPages(tx, reading)
  })
  return { fileId, fileName, pages }
}
