import { crc32, deflateSync } from 'node:zlib'
import { maxPixels, maxPixelsOfPage, type ReplyOf } from '../pdf-messages.ts'
import type { Opened } from './open-pdf.ts'
import { fromEngine } from './pdfium.ts'
import { refuse } from './refused.ts'

const bgrx = 3
const white = 0xffff_ffff
const withAnnotations = 0x01
const pointsPerInch = 72
const maxDpi = 300

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

/** Writes a PNG (RGB, 8 bits) of rows of BGRx pixels. */
function pngOf(pixels: Buffer, width: number, height: number, stride: number): Buffer {
  const row = 1 + width * 3
  const data = Buffer.alloc(row * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = y * stride + x * 4
      const to = y * row + 1 + x * 3
      data[to] = pixels[from + 2] ?? 0
      data[to + 1] = pixels[from + 1] ?? 0
      data[to + 2] = pixels[from] ?? 0
    }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(data, { level: 4 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The pixels of a page at this resolution; fewer for one that would be too large. */
function measuresOf(width: number, height: number, dpi: number) {
  const wanted = Math.min(Math.max(dpi, 1), maxDpi) / pointsPerInch
  const most = Math.sqrt(maxPixelsOfPage / Math.max(1, width * height))
  const scale = Math.min(wanted, most)
  const pixels = (points: number) => Math.max(1, Math.round(points * scale))
  return { width: pixels(width), height: pixels(height) }
}

/** Draws these pages, or all. */
export function picturesOf(
  { engine, document, pages: count }: Opened,
  { dpi, pages }: { dpi: number; pages: number[] | null },
): ReplyOf<'pictures'> {
  const info = engine.PDFiumExt_OpenFormFillInfo()
  const form = engine.PDFiumExt_InitFormFillEnvironment(document, info)
  engine.FPDF_SetFormFieldHighlightAlpha(form, 0)
  let left = maxPixels
  const all = Array.from({ length: count }, (_, index) => index + 1)
  const wanted = pages === null ? all : all.filter((number) => pages.includes(number))
  const pictures = wanted.map((number) => {
    const page = engine.FPDF_LoadPage(document, number - 1)
    if (page === 0) return refuse(`Page ${number} of this PDF cannot be read.`)
    const [wide, high] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)]
    const { width, height } = measuresOf(wide, high, dpi)
    left -= width * height
    if (left < 0) return refuse('These are too many pages to draw at once. Ask for fewer.')
    const bitmap = engine.FPDFBitmap_CreateEx(width, height, bgrx, 0, 0)
    if (bitmap === 0) return refuse(`Page ${number} of this PDF is too large to draw.`)
    engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotations)
    engine.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, withAnnotations)
    const stride = engine.FPDFBitmap_GetStride(bitmap)
    const pixels = fromEngine(engine, engine.FPDFBitmap_GetBuffer(bitmap), stride * height)
    engine.FPDFBitmap_Destroy(bitmap)
    engine.FPDF_ClosePage(page)
    const png = pngOf(pixels, width, height, stride).toString('base64')
    return { page: number, width, height, png }
  })
  return { type: 'pictures', pictures }
}
