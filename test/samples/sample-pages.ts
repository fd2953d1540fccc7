import { readFileSync } from 'node:fs'
import fontkit from '@pdf-lib/fontkit'
import { degrees, PDFDocument, rgb, type PDFFont, type PDFPage } from '@pdfme/pdf-lib'
import { drawPage } from '#lib/documents/reader/pages'

type PageText = string | { lines: string[]; turned?: number; size?: [number, number] }

function draw(page: PDFPage, lines: string[], font: PDFFont): void {
  const { height } = page.getSize()
  for (const [index, line] of lines.entries())
    page.drawText(line, { x: 40, y: height - 60 - index * 20, size: 14, font, color: rgb(0, 0, 0) })
}

/** A PDF with a page for each text, drawn in a font that is installed. */
export async function pdfOfPages(texts: PageText[], font?: string): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit)
  const embedded = font
    ? await document.embedFont(readFileSync(font), { subset: true })
    : await document.embedFont('Helvetica')
  for (const text of texts) {
    const { lines, turned = 0, size } = typeof text === 'string' ? { lines: [text] } : text
    const page = document.addPage(size ?? [612, 792])
    draw(page, lines, embedded)
    if (turned) page.setRotation(degrees(turned))
  }
  return Buffer.from(await document.save())
}

/** A picture of the first page of a PDF, as a scanner makes it. */
export async function pictureOf(pdf: Buffer, dpi = 150): Promise<Buffer> {
  const drawn = await drawPage({ do: 'draw', format: 'pdf', page: 1, dpi }, pdf)
  if (drawn.type === 'refused') throw new Error(drawn.message)
  return Buffer.from(drawn.content, 'base64')
}

/** A PDF whose pages are these pictures, with a line of text above each, as faxes have it. */
export async function scanOf(pictures: Buffer[], headLine?: string): Promise<Buffer> {
  const document = await PDFDocument.create()
  const font = await document.embedFont('Helvetica')
  for (const bytes of pictures) {
    const picture = await document.embedPng(new Uint8Array(bytes))
    const { width, height } = picture.scale(72 / 150)
    const page = document.addPage([width, height + 20])
    page.drawImage(picture, { x: 0, y: 0, width, height })
    if (headLine) page.drawText(headLine, { x: 5, y: height + 6, size: 8, font })
  }
  return Buffer.from(await document.save())
}

/** A PDF with a form field that is filled in. */
export async function filledForm(value: string): Promise<Buffer> {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 200])
  const font = await document.embedFont('Helvetica')
  page.drawText('Member:', { x: 20, y: 150, size: 12, font })
  const field = document.getForm().createTextField('member')
  field.setText(value)
  field.addToPage(page, { x: 90, y: 140, width: 150, height: 24 })
  return Buffer.from(await document.save())
}

/** A TIFF (6.0) of grey pages, without packing; `cut` leaves out its last bytes. */
export function tiffOf(pages: { width: number; height: number; grey: number }[], cut = 0): Buffer {
  const parts: Buffer[] = [Buffer.from('II*\0\x08\0\0\0', 'latin1')]
  let at = 8
  for (const [index, { width, height, grey }] of pages.entries()) {
    const entries = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, at + 2 + 9 * 12 + 4],
      [277, 1],
      [278, height],
      [279, width * height],
    ]
    const directory = Buffer.alloc(2 + entries.length * 12 + 4)
    directory.writeUInt16LE(entries.length, 0)
    for (const [nth, [tag = 0, value = 0]] of entries.entries()) {
      directory.writeUInt16LE(tag, 2 + nth * 12)
      directory.writeUInt16LE(4, 4 + nth * 12)
      directory.writeUInt32LE(1, 6 + nth * 12)
      directory.writeUInt32LE(value, 10 + nth * 12)
    }
    const pixels = Buffer.alloc(width * height, grey)
    at += directory.length + pixels.length
    directory.writeUInt32LE(index === pages.length - 1 ? 0 : at, directory.length - 4)
    parts.push(directory, pixels)
  }
  const whole = Buffer.concat(parts)
  return whole.subarray(0, whole.length - cut)
}
