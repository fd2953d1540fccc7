import { inOrganization } from '#db/client'
import type { PageKey, PageStream } from '#lib/documents/pages/page-stream'
import { ApiError } from '#lib/domain/api-error'
import type { OcrLanguage } from '#lib/domain/document/ocr-languages'
import { isUuid } from '#lib/ids'
import { requireReading, type FileReading } from '../documents/read-file-pages.ts'
import { ProgressNotes, type OfTask } from '../tasks/task-progress.ts'
import { loadPages, loadTexts } from '../documents/stored-pages.ts'

type Options = {
  /** Recognizes pages that are pictures. */
  recognize: boolean
  languages: OcrLanguage[]
  signal: AbortSignal
  /** The task that waits, of which people see how far it is. */
  task?: OfTask | undefined
}

/**
 * Reads stored files of the organization one after the other; their pages are stored then, so that
 * a repeat after a crash goes on where this one ended.
 */
export async function readFiles(
  organizationId: string,
  fileIds: readonly string[],
  { recognize, languages, signal, task }: Options,
): Promise<FileReading[]> {
  const notes = task && new ProgressNotes(organizationId, task)
  const read: FileReading[] = []
  try {
    for (const [index, fileId] of fileIds.entries()) {
      if (!isUuid(fileId)) throw ApiError.notFound('file', fileId)
      const about = { file: index + 1, files: fileIds.length }
      const file = {
        fileId,
        ocr: recognize,
        languages,
        wait: 'long' as const,
        signal,
        onProgress: (so: { read: number; total: number }) =>
          notes?.note({ ...about, readPages: so.read, pages: so.total }),
      }
      read.push(await requireReading(organizationId, file))
    }
    return read
  } finally {
    await notes?.end()
  }
}

/** Pages that are in memory at once, and looked at before others have their turn. */
const pagesAtOnce = 10

/** The stored pages of files that were read. */
export function storedPages(
  organizationId: string,
  files: readonly FileReading[],
  signal: AbortSignal,
): PageStream {
  return {
    async *texts() {
      for (const { reading, pageCount } of files)
        for (let from = 1; from <= pageCount; from += pagesAtOnce) {
          signal.throwIfAborted()
          const part = { from, count: pagesAtOnce }
          yield await inOrganization(organizationId, (tx) => loadTexts(tx, reading, part))
        }
    },
    async load(keys: readonly PageKey[]) {
      const loaded = []
      for (const { fileId, reading } of files) {
        const numbers = keys.flatMap((key) => (key.fileId === fileId ? [key.page] : []))
        if (numbers.length === 0) continue
        loaded.push(
          ...(await inOrganization(organizationId, (tx) =>
            loadPages(tx, reading, [...new Set(numbers)]),
          )),
        )
      }
      return loaded
    },
  }
}
