import { createHash } from 'node:crypto'
import { PDFHexString, type PDFDocument } from '@pdfme/pdf-lib'
import { maxPdfBytes } from '../pdf-messages.ts'
import { refuse } from './refused.ts'

/** Writes a document; the same input gives the same bytes. */
export async function savePdf(document: PDFDocument, input: readonly Uint8Array[], what = '') {
  const hash = createHash('sha256').update(what)
  for (const bytes of input) hash.update(bytes)
  const id = PDFHexString.of(hash.digest('hex').slice(0, 32).toUpperCase())
  // Programs make one of chance and the time.
  document.context.trailerInfo.ID = document.context.obj([id, id])
  const saved = await document.save({ updateFieldAppearances: false, addDefaultPage: false })
  if (saved.byteLength > maxPdfBytes)
    refuse(`The PDF would have more than ${maxPdfBytes / 1024 / 1024} MB.`)
  return { pdf: Buffer.from(saved).toString('base64'), pages: document.getPageCount() }
}
