import type { ReadPage } from '../reader-messages.ts'
import { PageText } from './page-text.ts'
import {
  around,
  Characters,
  directionOf,
  gapAfter,
  reordered,
  type Box,
  type Character,
} from './pdf-characters.ts'
import { withPage, type LoadedPage, type OpenPdf } from './pdfium.ts'
import { hasRightToLeft, type Direction } from './reading-order.ts'

type Point = { x: number; y: number }

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
/** No line that people write is longer; putting one in order takes the square of its length. */
const maxLineCharacters = 5_000
const carriageReturn = 13
/** PDFium's mark for a hyphen at the end of a line. */
const lineHyphen = 2
/** Marks of direction (UAX #9) change how text looks, which the places of its glyphs say. */
const isDirection = (code: number) =>
  code === 0x200e ||
  code === 0x200f ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069)
const isUnreadable = (code: number) =>
  code === 0 || code >= 0xfffd || (code >= 0xe000 && code <= 0xf8ff)

type Read = { text: PageText; characters: number; unreadable: number; full: boolean }

/** Adds the words of a line; false when the page is full. */
function addLine(line: Character[], text: PageText, shown: (point: Point) => Point): boolean {
  let word = ''
  let box: Box | undefined
  const flush = () => {
    const fits = word === '' || text.word(word, box && turned(box, shown))
    word = ''
    box = undefined
    return fits
  }
  for (const character of line) {
    if (character.text === ' ') {
      if (!flush()) return false
      text.space(' ')
      continue
    }
    word += character.text
    if (character.box) box = around(box, character.box)
  }
  return flush()
}

/** Reads the characters of a page, line by line, in the order of reading. */
function readCharacters(loaded: LoadedPage): Read {
  const textPage = loaded.pdfium.FPDFText_LoadPage(loaded.page)
  const read: Read = { text: new PageText(), characters: 0, unreadable: 0, full: false }
  if (textPage === 0) return read
  const shown = toShown(loaded)
  const characters = new Characters(loaded, textPage)
  let direction: Direction | undefined
  let line: Character[] = []
  const endLine = () => {
    if (line.some(({ text }) => hasRightToLeft(text)))
      line = reordered(line, characters, (direction ??= directionOf(characters)))
    if (!addLine(line, read.text, shown)) read.full = true
    line = []
  }
  for (let index = 0; index < characters.count && !read.full; index += 1) {
    const code = characters.code(index)
    if (code === carriageReturn || isDirection(code)) continue
    if (line.length >= maxLineCharacters) endLine()
    if (code === lineFeed) {
      const gap = gapAfter(line, index + 1, characters)
      if (gap === 'a space') line.push({ index, text: ' ' })
      if (gap !== 'a line') continue
      endLine()
      read.text.space('\n')
      continue
    }
    if (isSpace(code)) {
      line.push({ index, text: ' ' })
      continue
    }
    read.characters += 1
    if (isUnreadable(code)) read.unreadable += 1
    if (code > 0x10ffff || code === 0) continue
    const text = code === lineHyphen ? '-' : String.fromCodePoint(code)
    line.push({ index, text, box: characters.box(index) })
  }
  endLine()
  characters.free()
  return read
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
