import { countOf } from '#lib/domain/count-of'
import type { Stamp } from '#lib/domain/pdf-change'
import { drawBoxes } from '../draw/draw-pdf.ts'
import type { BoxText } from '../draw/draw-messages.ts'
import { askPdf, type PdfOptions, type Refusal } from './ask-pdf.ts'
import { onePdf, type MadePdf } from './change-pdfs.ts'
import type { Placement } from './pdf-messages.ts'

type Size = { width: number; height: number }
/** Points between a stamp and the edge of the page. */
const edge = 24
const turn = 45

function alignOf(place: Stamp['place']): BoxText['align'] {
  if (place.endsWith('left')) return 'left'
  return place.endsWith('right') ? 'right' : 'center'
}

/** The box of a stamp on a page, and where its lower left corner is. */
function boxOn(page: Size, { place, size }: Stamp) {
  const height = size * 1.6
  const length = Math.hypot(page.width, page.height) * 0.7
  const across = place === 'diagonal' ? length : page.width - 2 * edge
  const width = Math.max(20, across)
  if (place === 'diagonal') {
    // The middle of the turned box is that of the page.
    const cos = Math.cos((turn * Math.PI) / 180)
    const sin = Math.sin((turn * Math.PI) / 180)
    const x = page.width / 2 - (width / 2) * cos + (height / 2) * sin
    const y = page.height / 2 - (width / 2) * sin - (height / 2) * cos
    return { width, height, x, y, turned: turn }
  }
  const middle = (page.height - height) / 2
  const top = page.height - edge - height
  const rises = place.startsWith('top') ? top : edge
  return { width, height, x: edge, y: place === 'center' ? middle : rises, turned: 0 }
}

/**
 * Draws a text on pages of a PDF, upright as they are shown.
 * @throws ApiError as `askPdf` and `drawPdf`
 */
export async function stampPdf(
  pdf: Uint8Array,
  { stamp, ...options }: PdfOptions & { stamp: Stamp },
): Promise<({ type: 'pdf' } & MadePdf) | Refusal> {
  const found = await askPdf('pages', { do: 'pages' }, [pdf], options)
  if (found.type === 'refused') return found
  const boxes: BoxText[] = []
  const known = new Map<string, number>()
  const placements = found.pages.flatMap((page, index): Placement[] => {
    const number = index + 1
    const isWanted = stamp.pages?.some(({ from, to }) => number >= from && number <= to) ?? true
    if (!isWanted) return []
    const text = stamp.text
      .replaceAll('{pages}', String(found.pages.length))
      .replaceAll('{page}', String(number))
    const { width, height, x, y, turned } = boxOn(page, stamp)
    const box: BoxText = {
      text,
      width,
      height,
      size: stamp.size,
      align: alignOf(stamp.place),
      multiline: false,
      color: stamp.color,
    }
    const key = JSON.stringify(box)
    const overlay = known.get(key) ?? boxes.push(box) - 1
    known.set(key, overlay)
    return [{ page: number, overlay, x, y, opacity: stamp.opacity, turned }]
  })
  if (placements.length === 0)
    return {
      type: 'refused',
      message: `None of the pages to stamp exists: this PDF has ${countOf(found.pages.length, 'page')}.`,
    }
  const overlay = await drawBoxes(boxes, options)
  if (overlay.type === 'refused') {
    const message =
      overlay.box === undefined
        ? overlay.message
        : 'The text of the stamp is too long for the page. Make it shorter.'
    return { type: 'refused', message }
  }
  return onePdf(await askPdf('pdfs', { do: 'stamp', placements }, [pdf, overlay.bytes], options))
}
