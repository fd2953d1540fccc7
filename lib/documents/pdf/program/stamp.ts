import { degrees, type PDFPage } from '@pdfme/pdf-lib'
import type { Placement, ReplyOf } from '../pdf-messages.ts'
import { loadForChanges, openPdf } from './open-pdf.ts'
import { savePdf } from './save-pdf.ts'

/** A quarter of a turn, clockwise, by which a page is shown. */
const quartersOf = (page: PDFPage): number =>
  ((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4

/** The width and height of a page as it is shown, in points. */
function shownSize(page: PDFPage) {
  const { width, height } = page.getCropBox()
  return quartersOf(page) % 2 === 1 ? { width: height, height: width } : { width, height }
}

/** Answers the sizes of the pages as they are shown. */
export async function sizesOf(bytes: Buffer): Promise<ReplyOf<'pages'>> {
  await openPdf(bytes)
  const document = await loadForChanges(bytes)
  return { type: 'pages', pages: document.getPages().map(shownSize) }
}

/** A point of the page as it is shown, as the page itself counts; and how far it is turned. */
function onPage(page: PDFPage, { x, y }: { x: number; y: number }) {
  const { x: left, y: bottom, width, height } = page.getCropBox()
  const points = [
    { x: left + x, y: bottom + y },
    { x: left + width - y, y: bottom + x },
    { x: left + width - x, y: bottom + height - y },
    { x: left + y, y: bottom + height - x },
  ]
  const quarters = quartersOf(page)
  return { ...(points[quarters] ?? { x: left + x, y: bottom + y }), turned: quarters * 90 }
}

/** Draws pages of the overlay on pages of a PDF, upright as they are shown. */
export async function stampOn(
  [bytes = Buffer.alloc(0), overlay = Buffer.alloc(0)]: Buffer[],
  placements: Placement[],
): Promise<ReplyOf<'pdfs'>> {
  await openPdf(bytes)
  const document = await loadForChanges(bytes)
  const pages = document.getPages()
  const drawn = [...new Set(placements.map((placement) => placement.overlay))]
  const embedded = await document.embedPdf(overlay, drawn)
  for (const { page: number, overlay: index, opacity, turned, ...at } of placements) {
    const page = pages[number - 1]
    const picture = embedded[drawn.indexOf(index)]
    if (!page || !picture) continue
    const { x, y, turned: own } = onPage(page, at)
    page.drawPage(picture, { x, y, opacity, rotate: degrees(own + turned) })
  }
  const what = JSON.stringify(placements)
  return { type: 'pdfs', pdfs: [await savePdf(document, [bytes, overlay], what)] }
}
