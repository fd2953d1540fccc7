import type { OcrLanguage } from '#lib/domain/document/ocr-languages'
import { ApiError } from '#lib/domain/api-error'
import { isUuid } from '#lib/ids'
import { readFilePages, type FilePages } from '../documents/read-file-pages.ts'

type Options = {
  /** Recognizes pages that are pictures. */
  recognize: boolean
  languages: OcrLanguage[]
  signal: AbortSignal
}

/** The pages of stored files of the organization, read one after the other. */
export async function readFiles(
  organizationId: string,
  fileIds: readonly string[],
  { recognize, languages, signal }: Options,
): Promise<FilePages[]> {
  const read: FilePages[] = []
  for (const fileId of fileIds) {
    if (!isUuid(fileId)) throw ApiError.notFound('file', fileId)
    const file = { fileId, ocr: recognize, languages, wait: 'long' as const, signal }
    read.push(await readFilePages(organizationId, file))
  }
  return read
}
