import { degrees, PDFDocument } from '@pdfme/pdf-lib'

/** A PDF of so many pages with a line on each, US letter unless told otherwise (points). */
export async function letterPdf(
  pages = 1,
  {
    size = [612, 792],
    rotated = 0,
    blank = false,
    words,
  }: {
    size?: [number, number]
    rotated?: number
    blank?: boolean
    /** Written on each page, so far from its left and its top edge. */
    words?: { text: string; left: number; top: number }
  } = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage(size)
    if (!blank) page.drawLine({ start: { x: 50, y: 50 }, end: { x: 100, y: 50 + number } })
    if (words) page.drawText(words.text, { x: words.left, y: size[1] - words.top, size: 12 })
    if (rotated) page.setRotation(degrees(rotated))
  }
  return await document.save()
}
