import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { Refused, refuse, sentences } from './refused.ts'

/** The parts of PDFium that are used here; its own types name packages that are not installed. */
export type Pdfium = Omit<WrappedPdfiumModule, 'pdfium'> & {
  pdfium: {
    readonly HEAPU8: Uint8Array
    readonly HEAPF64: Float64Array
    readonly HEAP32: Int32Array
    wasmExports: { malloc(size: number): number; free(pointer: number): void }
  }
}

let started: Promise<Pdfium> | undefined

/** Starts PDFium (WebAssembly) in this process. It holds all documents of the process. */
async function startPdfium(): Promise<Pdfium> {
  const { init } = await import('@embedpdf/pdfium')
  const { resolve } = createRequire(import.meta.url)
  const wasmBinary = readFileSync(resolve('@embedpdf/pdfium/pdfium.wasm'))
  // It prints what it finds wrong in a document, which is a patient's.
  const silent = { print: () => undefined, printErr: () => undefined }
  const pdfium = (await init({ wasmBinary, ...silent } as never)) as unknown as Pdfium
  pdfium.PDFiumExt_Init()
  return pdfium
}

function loadPdfium(): Promise<Pdfium> {
  started ??= startPdfium()
  return started
}

/** FPDF_GetLastError. */
const passwordNeeded = 4

/** One opened PDF. Nothing is freed: the process ends with its document. */
export type OpenPdf = { pdfium: Pdfium; document: number; count: number }

/** Opens a PDF. Throws Refused for one that is encrypted, cut off or no PDF at all. */
export async function openPdf(bytes: Buffer): Promise<OpenPdf> {
  // Other bytes may stand before the header (ISO 32000-1, annex H.3.4) and after the end.
  if (!bytes.subarray(0, 1024).includes('%PDF-')) refuse(sentences.noPdf)
  // PDFium would read what is left of a PDF that is cut off, and nobody would miss its last pages.
  if (!bytes.subarray(-2048).includes('%%EOF')) refuse(sentences.cutOffPdf)
  const pdfium = await loadPdfium()
  const pointer = pdfium.pdfium.wasmExports.malloc(bytes.length)
  if (pointer === 0) refuse(sentences.noPdf)
  pdfium.pdfium.HEAPU8.set(bytes, pointer)
  const document = pdfium.FPDF_LoadMemDocument(pointer, bytes.length, '')
  if (document === 0) {
    const locked = pdfium.FPDF_GetLastError() === passwordNeeded
    throw new Refused(locked ? sentences.encryptedPdf : sentences.noPdf)
  }
  const count = pdfium.FPDF_GetPageCount(document)
  if (count < 1) refuse(sentences.noPdf)
  return { pdfium, document, count }
}

/** A loaded page; its size is that of the page as it is shown, in points. */
export type LoadedPage = { pdfium: Pdfium; page: number; width: number; height: number }

const flattened = 1

/**
 * Loads a page (from 1) for `work`. Form fields and notes are made part of its content before, so
 * that what was filled in is read and drawn. Undefined when the page is damaged.
 */
export function withPage<T>(
  { pdfium, document }: OpenPdf,
  number: number,
  work: (page: LoadedPage) => T,
): T | undefined {
  let page = pdfium.FPDF_LoadPage(document, number - 1)
  if (page === 0) return undefined
  if (pdfium.FPDFPage_GetAnnotCount(page) > 0 && pdfium.FPDFPage_Flatten(page, 0) === flattened) {
    pdfium.FPDF_ClosePage(page)
    page = pdfium.FPDF_LoadPage(document, number - 1)
    if (page === 0) return undefined
  }
  try {
    const width = pdfium.FPDF_GetPageWidthF(page)
    const height = pdfium.FPDF_GetPageHeightF(page)
    return work({ pdfium, page, width, height })
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}
