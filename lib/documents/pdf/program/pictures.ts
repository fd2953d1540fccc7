import { drawPdfPage, pngOf } from '../../reader/raster.ts'
import { maxPixels, type ReplyOf } from '../pdf-messages.ts'
import type { Opened } from './open-pdf.ts'
import { refuse } from './refused.ts'

const maxDpi = 300

/** Draws these pages, or all. */
export function picturesOf(
  opened: Opened,
  { dpi, pages }: { dpi: number; pages: number[] | null },
): ReplyOf<'pictures'> {
  const all = Array.from({ length: opened.count }, (_, index) => index + 1)
  const wanted = pages === null ? all : all.filter((number) => pages.includes(number))
  let left = maxPixels
  const pictures = wanted.map((page) => {
    const asked = { dpi: Math.min(Math.max(dpi, 1), maxDpi), channels: 4 } as const
    const raster = drawPdfPage(opened, page, asked)
    const { width, height } = raster
    left -= width * height
    if (left < 0) refuse('These are too many pages to draw at once. Ask for fewer.')
    return { page, width, height, png: pngOf(raster).toString('base64') }
  })
  return { type: 'pictures', pictures, count: opened.count }
}
