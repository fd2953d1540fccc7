import { PDFArray, PDFDocument, PDFStream, type PDFPage } from '@pdfme/pdf-lib'
import { maxPages, type PdfInspection, type PdfPageShape } from '../reader-messages.ts'

/**
 * Says whether the page draws nothing: it has no content, or only white space, and no annotations.
 */
function isBlank(page: PDFPage): boolean {
  const contents = page.node.Contents()
  const streams =
    contents instanceof PDFArray
      ? contents.asArray().map((each) => page.doc.context.lookup(each))
      : [contents]
  const drawn = streams.some(
    (stream) =>
      stream instanceof PDFStream &&
      stream.getContentsSize() > 0 &&
      !/^\s*$/.test(Buffer.from(stream.getContents()).toString('latin1')),
  )
  return !drawn && (page.node.Annots()?.size() ?? 0) === 0
}

function shapeOf(page: PDFPage): PdfPageShape {
  const { width, height } = page.getMediaBox()
  const turned = Math.abs(page.getRotation().angle / 90) % 2 === 1
  return { width: turned ? height : width, height: turned ? width : height, blank: isBlank(page) }
}

/** Finds the number of pages of a PDF, their sizes and which are blank, or why it is unreadable. */
export async function parsePdf(bytes: Buffer): Promise<PdfInspection> {
  // Other bytes may stand before the header (ISO 32000-1, annex H.3.4) and after the end.
  const whole = bytes.subarray(0, 1024).includes('%PDF-') && bytes.subarray(-2048).includes('%%EOF')
  try {
    if (!whole) return { type: 'unreadable' }
    const document = await PDFDocument.load(bytes, {
      ignoreEncryption: true,
      updateMetadata: false,
      throwOnInvalidObject: true,
    })
    if (document.isEncrypted) return { type: 'encrypted' }
    const pages = document.getPages()
    return { type: 'pages', count: pages.length, pages: pages.slice(0, maxPages).map(shapeOf) }
  } catch {
    return {
      type: /\/Encrypt\s/.test(bytes.subarray(-4096).toString('latin1'))
        ? 'encrypted'
        : 'unreadable',
    }
  }
}
