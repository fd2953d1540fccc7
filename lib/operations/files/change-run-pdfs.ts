import { buffer } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { isUuid } from '#lib/ids'
import { inOrganization } from '#db/client'
import { openFile } from '#lib/documents/file-store'
import type { PdfOptions, Refusal } from '#lib/documents/pdf/ask-pdf'
import { flattenPdf, mergePdfs, splitPdf, type MadePdf } from '#lib/documents/pdf/change-pdfs'
import { maxPdfBytes } from '#lib/documents/pdf/pdf-messages'
import { stampPdf } from '#lib/documents/pdf/stamp-pdf'
import { ApiError } from '#lib/domain/api-error'
import type { PdfChange } from '#lib/domain/pdf-change'
import { getFileOrThrow } from './find-file.ts'
import { storeRunFile, type StoredRunFile } from './store-run-file.ts'

export type PdfChangeOfRun = {
  key: string
  runId: string
  /** Ids of files. */
  files: string[]
  change: PdfChange
  /** Of what is made; without it, that of the first file. */
  fileName: string | undefined
  createdBy: string
  signal: AbortSignal
}

const refuse = (message: string): never => {
  throw ApiError.invalid([{ path: 'files', message }], message)
}

async function readAll(organizationId: string, ids: string[]) {
  const unknown = ids.find((id) => !isUuid(id))
  if (unknown !== undefined) throw ApiError.notFound('file', unknown)
  const rows = await inOrganization(organizationId, async (tx) => {
    const found = []
    for (const id of ids) found.push(await getFileOrThrow(tx, id))
    return found
  })
  const total = rows.reduce((sum, { size }) => sum + size, 0)
  if (total > maxPdfBytes)
    refuse(
      `The PDFs may have ${maxPdfBytes / 1024 / 1024} MB together; ` +
        `these have ${Math.ceil(total / 1024 / 1024)} MB.`,
    )
  const contents: Uint8Array[] = []
  for (const { storageKey } of rows)
    contents.push(await buffer((await openFile(storageKey)) as WebStream<Uint8Array>))
  return { contents, firstName: rows[0]?.fileName ?? 'document.pdf' }
}

async function make(
  change: PdfChange,
  pdfs: Uint8Array[],
  options: PdfOptions,
): Promise<MadePdf[] | Refusal> {
  const [first] = pdfs
  if (!first) return { type: 'refused', message: 'Name the PDFs.' }
  if (change.do === 'split') {
    const parts = await splitPdf(first, change.parts, options)
    return parts.type === 'refused' ? parts : parts.pdfs
  }
  let made
  if (change.do === 'merge') made = await mergePdfs(pdfs, options)
  else if (change.do === 'flatten') made = await flattenPdf(first, options)
  else made = await stampPdf(first, { ...options, stamp: change.stamp })
  return made.type === 'refused' ? made : [made]
}

/** `letter.pdf` is `letter 2.pdf` for the second of several parts. */
function nameOf(name: string, index: number, count: number): string {
  const base = name.replace(/\.pdf$/i, '')
  return count === 1 ? `${base}.pdf` : `${base} ${index + 1}.pdf`
}

/**
 * Makes PDFs of stored PDFs and stores them as files of a run; the same `key` never makes a second
 * one. Throws 404 for an unknown file, 400 that says why there is no result, and `rate_limited` and
 * `unavailable` as `askProgram`.
 */
export async function changeRunPdfs(
  organizationId: string,
  { key, runId, files, change, fileName, createdBy, signal }: PdfChangeOfRun,
): Promise<{ file: StoredRunFile; pages: number }[]> {
  signal.throwIfAborted()
  const { contents, firstName } = await readAll(organizationId, files)
  const made = await make(change, contents, { organizationId, signal })
  if (!Array.isArray(made)) {
    // A file is told by its number: its name may be a patient's.
    const which = files.length > 1 && made.file !== undefined ? `File ${made.file + 1}: ` : ''
    return refuse(which + made.message)
  }
  const stored: { file: StoredRunFile; pages: number }[] = []
  for (const [index, { bytes, pages }] of made.entries()) {
    signal.throwIfAborted()
    const file = await storeRunFile(organizationId, {
      key: `${key} ${index}`,
      runId,
      fileName: nameOf(fileName ?? firstName, index, made.length),
      mimeType: 'application/pdf',
      content: bytes,
      createdBy,
    })
    stored.push({ file, pages })
  }
  return stored
}
