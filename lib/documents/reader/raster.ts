import { crc32, deflateSync } from 'node:zlib'
import { withPage, type OpenPdf } from './pdfium.ts'
import { refuse } from './refused.ts'

/** Pixels of a drawn page, from its top left corner; `channels` is 1 (grey) or 4 (RGBA). */
export type Raster = { width: number; height: number; channels: 1 | 4; pixels: Buffer }

/** More would take memory for nothing: an A3 page at 300 dpi has 17 million pixels. */
const maxPixels = 20_000_000
const maxSide = 10_000

const formats = { 1: 1, 4: 4 } as const
const white = 0xffff_ffff
const drawNotes = 0x01
const grey = 0x08
const redFirst = 0x10

/** The number of pixels for a point: of `dpi`, or fewer for an enormous page. */
function scaleOf(width: number, height: number, dpi: number): number {
  const area = Math.max(1, width * height)
  const side = Math.max(1, width, height)
  return Math.min(dpi / 72, Math.sqrt(maxPixels / area), maxSide / side)
}

/** Draws a page (from 1). Throws Refused for a page that cannot be drawn. */
export function drawPdfPage(
  pdf: OpenPdf,
  number: number,
  { dpi, channels }: { dpi: number; channels: 1 | 4 },
): Raster & { scale: number } {
  const drawn = withPage(pdf, number, ({ pdfium, page, width: wide, height: high }) => {
    const scale = scaleOf(wide, high, dpi)
    const width = Math.max(1, Math.round(wide * scale))
    const height = Math.max(1, Math.round(high * scale))
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, formats[channels], 0, 0)
    if (bitmap === 0) return undefined
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    const flags = drawNotes | (channels === 1 ? grey : redFirst)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
    const stride = pdfium.FPDFBitmap_GetStride(bitmap)
    const pointer = pdfium.FPDFBitmap_GetBuffer(bitmap)
    const line = width * channels
    const pixels = Buffer.allocUnsafe(line * height)
    const heap = pdfium.pdfium.HEAPU8
    for (let y = 0; y < height; y += 1)
      pixels.set(heap.subarray(pointer + y * stride, pointer + y * stride + line), y * line)
    pdfium.FPDFBitmap_Destroy(bitmap)
    return { width, height, channels, pixels, scale }
  })
  return drawn ?? refuse(`Page ${number} of this PDF is damaged and cannot be drawn.`)
}

function isGrey({ channels, pixels }: Raster): boolean {
  if (channels === 1) return true
  for (let at = 0; at < pixels.length; at += 4)
    if (pixels[at] !== pixels[at + 1] || pixels[at] !== pixels[at + 2]) return false
  return true
}

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(data.length + 12)
  whole.writeUInt32BE(data.length, 0)
  whole.write(type, 4, 'latin1')
  data.copy(whole, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8)
  return whole
}

/** Makes a PNG (W3C PNG §11): grey where all of it is grey, else in colour; never transparent. */
export function pngOf(raster: Raster): Buffer {
  const { width, height, channels, pixels } = raster
  const samples = isGrey(raster) ? 1 : 3
  const line = width * samples + 1
  // Each line begins with the number of its filter, 0.
  const lines = Buffer.alloc(line * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let sample = 0; sample < samples; sample += 1)
        lines[y * line + 1 + x * samples + sample] =
          pixels[(y * width + x) * channels + sample] ?? 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, samples === 1 ? 0 : 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 4 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A portable grey map (PGM), which needs no packing on the way to recognition. */
export function greyMapOf({ width, height, pixels }: Raster): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels])
}
