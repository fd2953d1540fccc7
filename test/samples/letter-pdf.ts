import { degrees, PDFDocument } from '@pdfme/pdf-lib'

/** A PDF of so many pages with a line on each, US letter unless told otherwise (points). */
export async function letterPdf(
  pages = 1,
  {
    size = [612, 792],
    rotated = 0,
    blank = false,
  }: { size?: [number, number]; rotated?: number; blank?: boolean } = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage(size)
    if (!blank) page.drawLine({ start: { x: 50, y: 50 }, end: { x: 100, y: 50 + number } })
    if (rotated) page.setRotation(degrees(rotated))
  }
  return await document.save()
}
