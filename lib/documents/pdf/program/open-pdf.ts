import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { PDFDocument } from '@pdfme/pdf-lib'
import { maxPdfPages } from '../pdf-messages.ts'
import { loadPdfium, toEngine } from './pdfium.ts'
import { refuse } from './refused.ts'

export type FormType = 'none' | 'form' | 'xfa form' | 'xfa only'
/** A PDF that the engine could read. */
export type Opened = {
  bytes: Buffer
  engine: WrappedPdfiumModule
  /** Its address in the engine. */
  document: number
  pages: number
  form: FormType
}

/** As FPDF_GetFormType counts them. */
const formTypes: FormType[] = ['none', 'form', 'xfa only', 'xfa form']
const passwordError = 4

const noPdf = 'This file is not a PDF.'
const damaged = 'This PDF cannot be read: it is cut off or damaged. Save it again as a plain PDF.'
const encrypted = 'This PDF is encrypted. Save it without a password and send it again.'

/** Opens strangers' bytes as a PDF, or says why not; `file` is its number among several. */
export async function openPdf(bytes: Buffer, file?: number): Promise<Opened> {
  // Other bytes may stand before the header (ISO 32000-1, annex H.3.4).
  if (!bytes.subarray(0, 1024).includes('%PDF-')) return refuse(noPdf, file)
  // The engine would read what is left of a PDF that is cut off, and nobody would miss its last pages.
  if (!bytes.subarray(-2048).includes('%%EOF')) return refuse(damaged, file)
  const engine = await loadPdfium()
  const document = engine.FPDF_LoadMemDocument(toEngine(engine, bytes), bytes.byteLength, '')
  if (document === 0)
    return refuse(engine.FPDF_GetLastError() === passwordError ? encrypted : damaged, file)
  // With an empty password it opens, but its owner restricts what is done with it.
  if (engine.FPDF_GetSecurityHandlerRevision(document) >= 0) return refuse(encrypted, file)
  const pages = engine.FPDF_GetPageCount(document)
  if (pages < 1) return refuse('This PDF has no pages.', file)
  if (pages > maxPdfPages)
    return refuse(
      `A PDF may have at most ${maxPdfPages} pages here; this has ${pages}. Split it.`,
      file,
    )
  const form = formTypes[engine.FPDF_GetFormType(document)] ?? 'none'
  return { bytes, engine, document, pages, form }
}

/** Opens bytes for changes; they are ours, or the engine could read them. */
export async function loadForChanges(bytes: Uint8Array, file?: number): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false })
  } catch {
    return refuse(damaged, file)
  }
}
