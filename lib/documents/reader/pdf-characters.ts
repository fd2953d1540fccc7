import type { LoadedPage } from './pdfium.ts'
import { hasRightToLeft, readingOrder, type Direction, type Glyph } from './reading-order.ts'

/** In the file's coordinates: `top` is larger than `bottom`. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** A character of a line by its number in the library; a space has no box. */
export type Character = { index: number; text: string; box?: Box | undefined }

/** The characters of an open page, in the library's order: lines from top to bottom. */
export class Characters {
  readonly count: number
  readonly #loaded: LoadedPage
  readonly #textPage: number
  readonly #pointer: number

  constructor(loaded: LoadedPage, textPage: number) {
    this.#loaded = loaded
    this.#textPage = textPage
    this.#pointer = loaded.pdfium.pdfium.wasmExports.malloc(32)
    this.count = loaded.pdfium.FPDFText_CountChars(textPage)
  }

  code(index: number): number {
    return this.#loaded.pdfium.FPDFText_GetUnicode(this.#textPage, index) >>> 0
  }

  /** Around the ink of a character. */
  box(index: number): Box | undefined {
    const { pdfium } = this.#loaded
    const at = this.#pointer
    const corners = [at, at + 8, at + 16, at + 24] as const
    if (!pdfium.FPDFText_GetCharBox(this.#textPage, index, ...corners)) return undefined
    const [left = 0, right = 0, bottom = 0, top = 0] = pdfium.pdfium.HEAPF64.subarray(at >> 3)
    return left === right && top === bottom ? undefined : { left, right, bottom, top }
  }

  /** Around a character with its side bearings and the height of its font. */
  looseBox(index: number): Box | undefined {
    const { pdfium } = this.#loaded
    if (!pdfium.FPDFText_GetLooseCharBox(this.#textPage, index, this.#pointer)) return undefined
    const bytes = pdfium.pdfium.HEAPU8
    const view = new DataView(bytes.buffer, bytes.byteOffset + this.#pointer, 16)
    return {
      left: view.getFloat32(0, true),
      top: view.getFloat32(4, true),
      right: view.getFloat32(8, true),
      bottom: view.getFloat32(12, true),
    }
  }

  /** Where the pen stood, as text. */
  origin(index: number): string {
    const { pdfium } = this.#loaded
    const at = this.#pointer
    pdfium.FPDFText_GetCharOrigin(this.#textPage, index, at, at + 8)
    return pdfium.pdfium.HEAPF64.slice(at >> 3, (at >> 3) + 2).join(' ')
  }

  /** How far the line of a character is turned to the right, in radians. */
  angle(index: number): number {
    return this.#loaded.pdfium.FPDFText_GetCharAngle(this.#textPage, index)
  }

  free(): void {
    this.#loaded.pdfium.pdfium.wasmExports.free(this.#pointer)
    this.#loaded.pdfium.FPDFText_ClosePage(this.#textPage)
  }
}

/** The direction of most letters of a page. */
export function directionOf(characters: Characters): Direction {
  let right = 0
  let left = 0
  for (let index = 0; index < characters.count; index += 1) {
    const code = characters.code(index)
    if (code > 0x10ffff) continue
    const text = String.fromCodePoint(code)
    if (hasRightToLeft(text)) right += 1
    else if (/\p{L}/u.test(text)) left += 1
  }
  return right > left ? 'rtl' : 'ltr'
}

type PlacedGlyph = Glyph & { box: Box | undefined }

/** Where characters stand along their line, which may be turned. */
function placing(angle: number) {
  const x = Math.cos(angle)
  const y = -Math.sin(angle)
  const size = ({ left, right, bottom, top }: Box, across: number, up: number) =>
    Math.abs((right - left) * across) + Math.abs((top - bottom) * up)
  return (box: Box) => {
    const at = ((box.left + box.right) * x + (box.top + box.bottom) * y) / 2
    const half = size(box, x, y) / 2
    return { start: at - half, end: at + half, height: size(box, y, x) }
  }
}

/** Lam before alef: the parts of a ligature that the library has taken apart by itself. */
const lamAlef = /^\u0644[\u0622\u0623\u0625\u0627]/

/** The glyphs of a line. What one glyph means has one origin, and comes reversed. */
function glyphsOf(line: Character[], characters: Characters): PlacedGlyph[] {
  const first = line.find(({ text }) => hasRightToLeft(text))
  const placed = placing(first ? characters.angle(first.index) : 0)
  const glyphs: PlacedGlyph[] = []
  let last: string | undefined
  for (const { index, text, box } of line) {
    const loose = characters.looseBox(index) ?? box
    const origin = characters.origin(index)
    const glyph = glyphs.at(-1)
    if (!loose || (text === ' ' && loose.left === loose.right)) continue
    if (glyph && box && origin === last) {
      const isReversed = hasRightToLeft(glyph.text + text) && !lamAlef.test(glyph.text + text)
      glyph.text = isReversed ? text + glyph.text : glyph.text + text
      glyph.box = around(glyph.box, box)
      const { start, end } = placed(loose)
      glyph.start = Math.min(start, glyph.start)
      glyph.end = Math.max(end, glyph.end)
    } else glyphs.push({ text, box, ...placed(loose) })
    last = origin
  }
  return glyphs
}

/** A letter and its mark may be two glyphs that each mean both: those that stand in another one. */
const isSaidTwice = ({ text, start, end }: PlacedGlyph, at: number, glyphs: PlacedGlyph[]) =>
  /\P{M}\p{M}/u.test(text) &&
  [glyphs[at - 1], glyphs[at + 1]].some(
    (other) =>
      other?.text === text &&
      other.end - other.start > end - start &&
      other.start <= (start + end) / 2 &&
      other.end >= (start + end) / 2,
  )

/** The characters of a line with right-to-left letters in the order of reading. */
export function reordered(line: Character[], characters: Characters, page: Direction): Character[] {
  const glyphs = glyphsOf(line, characters).filter((glyph, at, all) => !isSaidTwice(glyph, at, all))
  return readingOrder(glyphs, page).map((glyph) =>
    glyph ? { index: -1, text: glyph.text, box: glyph.box } : { index: -1, text: ' ' },
  )
}

/** The box around both. */
export function around(box: Box | undefined, { left, right, bottom, top }: Box): Box {
  if (!box) return { left, right, bottom, top }
  return {
    left: Math.min(box.left, left),
    right: Math.max(box.right, right),
    bottom: Math.min(box.bottom, bottom),
    top: Math.max(box.top, top),
  }
}

/** Parts of the height of a font: less is between letters, and less between words. */
const letterGap = 0.08
const wordGap = 0.4

/**
 * What is between a line and the next character, where the library ends the line: it does so where
 * only the font changes, too.
 */
export function gapAfter(
  line: Character[],
  next: number,
  characters: Characters,
): 'nothing' | 'a space' | 'a line' {
  const last = line.findLast(({ box }) => box !== undefined)
  const before = last && characters.looseBox(last.index)
  const after = next < characters.count ? characters.looseBox(next) : undefined
  if (!before || !after) return 'a line'
  const heights = [before.top - before.bottom, after.top - after.bottom]
  const common = Math.min(before.top, after.top) - Math.max(before.bottom, after.bottom)
  const gap = (after.left - before.right) / Math.max(...heights)
  const isOneLine = common > Math.min(...heights) / 2 && gap > -letterGap && gap < wordGap
  if (!isOneLine) return 'a line'
  return gap > letterGap ? 'a space' : 'nothing'
}
