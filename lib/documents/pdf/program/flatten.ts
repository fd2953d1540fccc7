import { PDFArray, PDFDict, PDFName, PDFRef, type PDFDocument } from '@pdfme/pdf-lib'
import type { Pdfium } from '../../reader/pdfium.ts'
import { loadForChanges, openPdf, type Opened } from './open-pdf.ts'
import { fromEngine, toEngine } from './engine-memory.ts'
import { refuse } from './refused.ts'

const asShown = 0
const failed = 0
const xfaOnly =
  'This form is an XFA form, whose pages only Adobe Reader can show. Open it there, print it to a ' +
  'PDF, and send that.'

/** Writes what the engine has. */
function saved(engine: Pdfium, document: number): Buffer {
  const writer = engine.PDFiumExt_OpenFileWriter()
  engine.PDFiumExt_SaveAsCopy(document, writer)
  const size = engine.PDFiumExt_GetFileWriterSize(writer)
  const at = toEngine(engine, new Uint8Array(size))
  engine.PDFiumExt_GetFileWriterData(writer, at, size)
  const bytes = fromEngine(engine, at, size)
  engine.PDFiumExt_CloseFileWriter(writer)
  return bytes
}

/** Removes the fields with their values, also those that are on no page. */
function removeForm(document: PDFDocument): void {
  const { context, catalog } = document
  const name = PDFName.of('AcroForm')
  const form = context.lookup(catalog.get(name))
  const seen = new Set<PDFRef>()
  const waiting = form instanceof PDFDict ? [form.get(PDFName.of('Fields'))] : []
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (next instanceof PDFRef) {
      if (seen.has(next)) continue
      seen.add(next)
    }
    const found = context.lookup(next)
    if (found instanceof PDFArray) waiting.push(...found.asArray())
    if (found instanceof PDFDict) waiting.push(found.get(PDFName.of('Kids')))
  }
  for (const ref of seen) context.delete(ref)
  catalog.delete(name)
}

const hasAnnotations = (document: PDFDocument): boolean =>
  document.getPages().some((page) => (page.node.Annots()?.size() ?? 0) > 0)

/**
 * Loads a PDF with its fields, and with `comments` all annotations, as part of its pages. It is done
 * by the rendering engine, which knows the appearances that other programs make.
 */
export async function loadFlat(
  { bytes, pdfium: engine, document, count, form }: Opened,
  file?: number,
): Promise<PDFDocument> {
  if (form === 'xfa only') return refuse(xfaOnly, file)
  const plain = await loadForChanges(bytes, file)
  if (form === 'none' && !hasAnnotations(plain)) return plain
  const info = engine.PDFiumExt_OpenFormFillInfo()
  // Makes appearances for fields that have none.
  engine.PDFiumExt_InitFormFillEnvironment(document, info)
  for (let number = 0; number < count; number += 1) {
    const page = engine.FPDF_LoadPage(document, number)
    if (page === 0 || engine.FPDFPage_Flatten(page, asShown) === failed)
      return refuse(`Page ${number + 1} of this PDF cannot be read.`, file)
    engine.FPDF_ClosePage(page)
  }
  const flat = await loadForChanges(saved(engine, document), file)
  removeForm(flat)
  return flat
}

/** Makes fields and comments of a PDF part of its pages. */
export const openFlat = async (bytes: Buffer, file?: number): Promise<PDFDocument> =>
  await loadFlat(await openPdf(bytes, file), file)
