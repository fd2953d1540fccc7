import type { ReadPage } from '../reader-messages.ts'
import { PageText } from './page-text.ts'
import { withPage, type LoadedPage, type OpenPdf } from './pdfium.ts'

type Point = { x: number; y: number }
type Box = { left: number; top: number; right: number; bottom: number }

/** Larger than a point, because the library answers whole pixels. */
const pixelsPerPoint = 100
const span = 1000

/**
 * From the coordinates of the file (origin at the bottom left, before rotation) to those of the
 * page as it is shown (origin at the top left).
 */
function toShown({ pdfium, page, width, height }: LoadedPage): (point: Point) => Point {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const pointer = malloc(8)
  const shown = (x: number, y: number): Point => {
    const sizes = [Math.round(width * pixelsPerPoint), Math.round(height * pixelsPerPoint)] as const
    pdfium.FPDF_PageToDevice(page, 0, 0, ...sizes, 0, x, y, pointer, pointer + 4)
    const at = pointer >> 2
    const heap = pdfium.pdfium.HEAP32
    return { x: (heap[at] ?? 0) / pixelsPerPoint, y: (heap[at + 1] ?? 0) / pixelsPerPoint }
  }
  const origin = shown(0, 0)
  const right = shown(span, 0)
  const up = shown(0, span)
  free(pointer)
  const step = (to: Point) => ({ x: (to.x - origin.x) / span, y: (to.y - origin.y) / span })
  const alongX = step(right)
  const alongY = step(up)
  return ({ x, y }) => ({
    x: origin.x + x * alongX.x + y * alongY.x,
    y: origin.y + x * alongX.y + y * alongY.y,
  })
}

const isSpace = (code: number) =>
  code === 32 ||
  code === 9 ||
  code === 0xa0 ||
  code === 0x3000 ||
  (code >= 0x2000 && code <= 0x200a)
const lineFeed = 10
const carriageReturn = 13
/** PDFium's mark for a hyphen at the end of a line. */
const lineHyphen = 2
const isUnreadable = (code: number) =>
  code === 0 || code >= 0xfffd || (code >= 0xe000 && code <= 0xf8ff)

type Read = { text: PageText; characters: number; unreadable: number; full: boolean }

/** Reads the characters of a page in the library's order, which is that of reading. */
function readCharacters(loaded: LoadedPage): Read {
  const { pdfium } = loaded
  const textPage = pdfium.FPDFText_LoadPage(loaded.page)
  const read: Read = { text: new PageText(), characters: 0, unreadable: 0, full: false }
  if (textPage === 0) return read
  const shown = toShown(loaded)
  const { malloc, free } = pdfium.pdfium.wasmExports
  const pointer = malloc(32)
  const at = pointer >> 3
  let word = ''
  let box: Box | undefined
  const flush = () => {
    if (word !== '' && !read.text.word(word, box && turned(box, shown))) read.full = true
    word = ''
    box = undefined
  }
  const count = pdfium.FPDFText_CountChars(textPage)
  for (let index = 0; index < count && !read.full; index += 1) {
    const code = pdfium.FPDFText_GetUnicode(textPage, index) >>> 0
    if (code === carriageReturn) continue
    if (code === lineFeed || isSpace(code)) {
      flush()
      read.text.space(code === lineFeed ? '\n' : ' ')
      continue
    }
    read.characters += 1
    if (isUnreadable(code)) read.unreadable += 1
    if (code > 0x10ffff || code === 0) continue
    word += code === lineHyphen ? '-' : String.fromCodePoint(code)
    const corners = [pointer, pointer + 8, pointer + 16, pointer + 24] as const
    if (!pdfium.FPDFText_GetCharBox(textPage, index, ...corners)) continue
    const heap = pdfium.pdfium.HEAPF64
    box = around(box, heap[at] ?? 0, heap[at + 1] ?? 0, heap[at + 2] ?? 0, heap[at + 3] ?? 0)
  }
  flush()
  free(pointer)
  pdfium.FPDFText_ClosePage(textPage)
  return read
}

/** In the file's coordinates `top` is larger than `bottom`. */
function around(box: Box | undefined, left: number, right: number, bottom: number, top: number) {
  if (left === right && top === bottom) return box
  if (!box) return { left, right, bottom, top }
  return {
    left: Math.min(box.left, left),
    right: Math.max(box.right, right),
    bottom: Math.min(box.bottom, bottom),
    top: Math.max(box.top, top),
  }
}

function turned({ left, right, bottom, top }: Box, shown: (point: Point) => Point): Box {
  const one = shown({ x: left, y: top })
  const other = shown({ x: right, y: bottom })
  return {
    left: Math.min(one.x, other.x),
    right: Math.max(one.x, other.x),
    top: Math.min(one.y, other.y),
    bottom: Math.max(one.y, other.y),
  }
}

const imageObject = 3
const maxObjects = 500
/** Less text than this on a picture is a stamp or the head line of a fax. */
const fewCharacters = 200

/** How much of the page its largest picture covers, from 0 to 1. */
function coveredByPicture({ pdfium, page, width, height }: LoadedPage): number {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const pointer = malloc(16)
  const objects = Math.min(pdfium.FPDFPage_CountObjects(page), maxObjects)
  let largest = 0
  for (let index = 0; index < objects; index += 1) {
    const object = pdfium.FPDFPage_GetObject(page, index)
    if (pdfium.FPDFPageObj_GetType(object) !== imageObject) continue
    const corners = [pointer, pointer + 4, pointer + 8, pointer + 12] as const
    if (!pdfium.FPDFPageObj_GetBounds(object, ...corners)) continue
    const bytes = pdfium.pdfium.HEAPU8
    const view = new DataView(bytes.buffer, bytes.byteOffset + pointer, 16)
    // Left, bottom, right, top.
    const wide = view.getFloat32(8, true) - view.getFloat32(0, true)
    const high = view.getFloat32(12, true) - view.getFloat32(4, true)
    const area = wide * high
    largest = Math.max(largest, area)
  }
  free(pointer)
  return width * height === 0 ? 0 : Math.min(1, largest / (width * height))
}

/**
 * Whether the page has to be recognized: it draws something but has no text, its text has no
 * meaning (fonts without their characters), or it is a picture with a line of text on it.
 */
function isScan(loaded: LoadedPage, { characters, unreadable }: Read): boolean {
  if (loaded.pdfium.FPDFPage_CountObjects(loaded.page) === 0) return false
  if (characters === 0) return true
  if (unreadable > characters * 0.3) return true
  return characters < fewCharacters && coveredByPicture(loaded) > 0.5
}

/** Reads the text of a page, with a box for each word. A damaged page is empty. */
function readPdfPage(pdf: OpenPdf, page: number): ReadPage {
  const found = withPage(pdf, page, (loaded) => {
    const read = readCharacters(loaded)
    const { width, height } = loaded
    const rest = { page, width, height, how: 'text' as const, confidence: 1 }
    return read.text.page({ ...rest, scan: isScan(loaded, read) })
  })
  const none = { page, width: 0, height: 0, text: '', words: [] }
  return found ?? { ...none, how: 'text', confidence: 0, scan: false }
}

/** Reads `count` pages from page `from` on. */
export function readPdfPages(pdf: OpenPdf, from: number, count: number): ReadPage[] {
  const last = Math.min(pdf.count, from + count - 1)
  const pages: ReadPage[] = []
  for (let page = from; page <= last; page += 1) pages.push(readPdfPage(pdf, page))
  return pages
}
