import { PDFDocument } from '@pdfme/pdf-lib'
import { openPdf as openReadable, type OpenPdf } from '../../reader/pdfium.ts'
import { Refused as Unreadable, sentences } from '../../reader/refused.ts'
import { maxPdfPages } from '../pdf-messages.ts'
import { refuse, Refused } from './refused.ts'

export type FormType = 'none' | 'form' | 'xfa form' | 'xfa only'
/** A PDF that the engine could read. */
export type Opened = OpenPdf & { bytes: Buffer; form: FormType }

/** As FPDF_GetFormType counts them. */
const formTypes: FormType[] = ['none', 'form', 'xfa only', 'xfa form']
const damaged = 'This PDF is damaged. Save it again as a plain PDF.'

/** Opens strangers' bytes as a PDF, or says why not; `file` is its number among several. */
export async function openPdf(bytes: Buffer, file?: number): Promise<Opened> {
  const opened = await openReadable(bytes).catch((error: unknown) => {
    throw error instanceof Unreadable ? new Refused(error.message, file) : error
  })
  const { pdfium, document, count } = opened
  // With an empty password it opens, but its owner restricts what is done with it.
  if (pdfium.FPDF_GetSecurityHandlerRevision(document) >= 0) refuse(sentences.encryptedPdf, file)
  if (count > maxPdfPages)
    refuse(`A PDF may have at most ${maxPdfPages} pages here; this has ${count}. Split it.`, file)
  const form = formTypes[pdfium.FPDF_GetFormType(document)] ?? 'none'
  return { ...opened, bytes, form }
}

/** Opens bytes for changes; they are ours, or the engine could read them. */
export async function loadForChanges(bytes: Uint8Array, file?: number): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false })
  } catch {
    return refuse(damaged, file)
  }
}
