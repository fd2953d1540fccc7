import { buffer } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { inOrganization } from '#db/client'
import { openFile } from '#lib/documents/file-store'
import { inspectPdf } from '#lib/documents/inspect-pdf'
import { ApiError } from '#lib/domain/api-error'
import { maxFaxBytes, maxFaxPages } from '#lib/domain/provider/fax'
import { isUuid } from '#lib/ids'
import { getFileOrThrow } from '../files/find-file.ts'

const refuse = (index: number | undefined, message: string): never => {
  throw ApiError.invalid([{ path: index === undefined ? 'files' : `files.${index}`, message }])
}

async function pagesOf(pdf: Uint8Array, index: number, organizationId: string): Promise<number> {
  if (!Buffer.from(pdf.subarray(0, 1024)).includes('%PDF-'))
    return refuse(index, 'This file is not a PDF.')
  const found = await inspectPdf(pdf, organizationId)
  if (found.type === 'encrypted')
    return refuse(index, 'This PDF has a password. Save it without one and send it again.')
  if (found.type === 'unreadable')
    return refuse(index, 'This PDF cannot be read: it is cut off, damaged, or too costly to read.')
  if (found.count === 0) return refuse(index, 'This PDF has no pages.')
  return found.count
}

/**
 * Reads stored PDFs for a fax; `already` are the pages of its cover page. Throws 404 for an unknown
 * file, and 400 that names the file that is no readable PDF, or says that together they are too
 * large.
 */
export async function faxFiles(
  organizationId: string,
  ids: string[],
  already = 0,
): Promise<{ pdfs: Uint8Array[]; pages: number }> {
  const wrong = ids.find((id) => !isUuid(id))
  if (wrong !== undefined) throw ApiError.notFound('file', wrong)
  const stored = await inOrganization(organizationId, async (tx) => {
    const found = []
    for (const id of ids) found.push(await getFileOrThrow(tx, id))
    return found
  })
  const bytes = stored.reduce((sum, { size }) => sum + size, 0)
  if (bytes > maxFaxBytes)
    refuse(undefined, `The PDFs of a fax have at most ${maxFaxBytes / 1024 / 1024} MB together.`)
  const pdfs: Uint8Array[] = []
  let pages = already
  for (const [index, { storageKey }] of stored.entries()) {
    const pdf = await buffer((await openFile(storageKey)) as WebStream<Uint8Array>)
    pages += await pagesOf(pdf, index, organizationId)
    pdfs.push(pdf)
  }
  if (pages > maxFaxPages)
    refuse(undefined, `A fax has at most ${maxFaxPages} pages; this one has ${pages}.`)
  return { pdfs, pages }
}
