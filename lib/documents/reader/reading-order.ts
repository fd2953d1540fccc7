/*
 * Right-to-left text of a PDF in the order of reading. A PDF says where glyphs stand, not in which
 * order they are read, so this inverts the Unicode bidirectional algorithm (UAX #9) for one line.
 * Where two texts look alike, what people write in forms wins; README.md of `pages` says how.
 */

/** A glyph where it stands: a letter, several letters (a ligature, a letter with a mark), a space. */
export type Glyph = {
  text: string
  /** Along the line, from left to right, with its side bearings. */
  start: number
  end: number
  /** The height of its font. */
  height: number
}

export type Direction = 'ltr' | 'rtl'
type Kind = 'left' | 'right' | 'arabic' | 'digit' | 'neutral'
/** A letter with its marks, or a space. */
type Item<G> = { kind: Kind; text: string; glyphs: G[] }

const scripts = ['Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Samaritan', 'Mandaic', 'Adlam']
const rightToLeft = new RegExp(
  `(?=\\p{L})[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`,
  'u',
)
const mark = /^\p{M}+$/u
const arabicDigit = /^[\u0660-\u0669]/

/** Whether a text has letters that are read from right to left. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)

function kindOf(text: string): Kind {
  if (rightToLeft.test(text)) return /^[\p{Script=Hebrew}]/u.test(text) ? 'right' : 'arabic'
  if (/^\p{Nd}/u.test(text)) return 'digit'
  return /^\p{L}/u.test(text) ? 'left' : 'neutral'
}

const isRight = (item: { kind: Kind } | undefined) =>
  item?.kind === 'right' || item?.kind === 'arabic'
const isSpace = (item: Item<unknown> | undefined) => item === undefined || item.text === ' '
const spaceItem = <G>(): Item<G> => ({ kind: 'neutral', text: ' ', glyphs: [] })

type Letter<G> = Item<G> & Pick<Glyph, 'start' | 'end' | 'height'>
const centre = ({ start, end }: Pick<Glyph, 'start' | 'end'>) => (start + end) / 2

/** Letters with their marks, and spaces, from left to right. */
function lettersOf<G extends Glyph>(line: readonly G[]): Letter<G>[] {
  const marks = line.filter(({ text }) => mark.test(text))
  const letters = line
    .filter((glyph) => !marks.includes(glyph))
    .map((glyph): Letter<G> => ({ ...glyph, kind: kindOf(glyph.text), glyphs: [glyph] }))
    .toSorted((one, other) => centre(one) - centre(other))
  for (const glyph of marks) {
    const away = ({ start, end }: Letter<G>) =>
      Math.max(start - centre(glyph), centre(glyph) - end, 0)
    const nearest = letters.reduce<Letter<G> | undefined>(
      (best, letter) => (best && away(best) <= away(letter) ? best : letter),
      undefined,
    )
    nearest?.glyphs.push(glyph)
  }
  return letters
}

/** Spaces are a fifth of the height of most fonts; columns stand further apart than words. */
const spaceGap = 0.15
const columnGap = 1.5
/** Beside a letter with marks, which is known by its ink only, and where spaces are glyphs. */
const surelySpaceGap = 0.22
const hasMark = (text: string | undefined) => /\p{M}/u.test(text ?? '')

/** What stands together on a line, such as the cells of a table, with spaces between the words. */
function cellsOf<G extends Glyph>(line: readonly G[]): Item<G>[][] {
  const cells: Item<G>[][] = []
  let cell: Item<G>[] = []
  let end = -Infinity
  let isAfterSpace = false
  const letters = lettersOf(line)
  const heights = letters.map(({ height }) => height).toSorted((one, other) => one - other)
  const height = heights[Math.floor(heights.length / 2)] ?? 0
  const hasSpaces = letters.some(({ text }) => text === ' ')
  for (const letter of letters) {
    if (letter.text === ' ') {
      isAfterSpace = true
      continue
    }
    const gap = (letter.start - end) / height
    const isSure = hasSpaces || hasMark(letter.text) || hasMark(cell.at(-1)?.text)
    if (gap > columnGap) cells.push((cell = []))
    else if (isAfterSpace || gap > (isSure ? surelySpaceGap : spaceGap)) cell.push(spaceItem())
    cell.push(letter)
    end = Math.max(end, letter.end)
    isAfterSpace = false
  }
  return cells
}

const punctuation = /^[,.:;!?،؛؟]$/

/**
 * Which direction the punctuation of a cell speaks for: it follows a word without a space. It says
 * nothing within words of one direction, nor beside numbers.
 */
function votes(cell: Item<unknown>[]): number {
  let rtl = 0
  for (const [at, { text }] of cell.entries()) {
    if (!punctuation.test(text)) continue
    const before = cell[at - 1]
    const after = cell[at + 1]
    if (isSpace(before) === isSpace(after)) continue
    const word = isSpace(before) ? after : before
    const other = isSpace(before) ? cell[at - 2] : cell[at + 2]
    const differ = isRight(word) ? other?.kind === 'left' : isRight(other)
    if (other === undefined || (differ && word?.kind !== 'digit')) rtl += isSpace(before) ? 1 : -1
  }
  return rtl
}

const count = (cell: Item<unknown>[], test: (item: Item<unknown>) => boolean) =>
  cell.filter(test).length

/** The direction in which a cell is read as a whole. */
function directionOf(cell: Item<unknown>[], page: Direction): Direction {
  const strong = cell.filter((item) => item.kind === 'left' || isRight(item))
  const rights = count(strong, isRight)
  if (rights === 0) return 'ltr'
  if (rights === strong.length) return 'rtl'
  const voted = votes(cell)
  if (voted !== 0) return voted > 0 ? 'rtl' : 'ltr'
  const first: Direction = isRight(strong[0]) ? 'rtl' : 'ltr'
  const last: Direction = isRight(strong.at(-1)) ? 'rtl' : 'ltr'
  const most: Direction = rights > strong.length / 2 ? 'rtl' : 'ltr'
  return first === last && most === first ? first : page
}

/** Whether the item joins the digits at its sides to one number. */
function joins(cell: Item<unknown>[], at: number, afterArabic: boolean): boolean {
  const before = cell[at - 1]
  const after = cell[at + 1]
  if (before?.kind !== 'digit' || after?.kind !== 'digit') return false
  const isArabic = afterArabic || arabicDigit.test(before.text)
  return (isArabic ? /^[,.:/٫٬]$/ : /^[,.:/+\-‐‑−]$/).test(cell[at]?.text ?? '')
}

/** Signs that belong to the number beside them (class ET), except after Arabic letters. */
const sign = /^[#$€£¥₪%‰°]$/

/** The item after the number, or after the word, that begins at an item. */
function endOfToken(cell: Item<unknown>[], from: number): number {
  const strong = cell.slice(from).find((item) => item.kind === 'left' || isRight(item))
  const afterArabic = strong?.kind === 'arabic'
  const isSign = (at: number) => !afterArabic && sign.test(cell[at]?.text ?? '')
  let at = from
  while (isSign(at)) at += 1
  if (at > from && cell[at]?.kind !== 'digit') return from
  if (cell[at]?.kind === 'left') while (cell[at]?.kind === 'left') at += 1
  else {
    while (cell[at]?.kind === 'digit' || joins(cell, at, afterArabic)) at += 1
    while (at > from && isSign(at)) at += 1
  }
  return at
}

/** Punctuation with a space on its left follows what stands on its right: it is of the other direction. */
const breaks = (between: string) => /\s[,.:;!?،؛؟]+$/.test(between)
const brackets = /[()[\]{}]/g
const textOf = (items: Item<unknown>[]) => items.map(({ text }) => text).join('')

/** The item after the words and numbers, read from left to right, that begin at an item. */
function endOfLeftRun(cell: Item<unknown>[], from: number): number {
  const alone = endOfToken(cell, from)
  if (alone === from) return from
  let end = alone
  for (let at = end; at < cell.length && !isRight(cell[at]); at += 1) {
    const next = endOfToken(cell, at)
    if (next === at) continue
    if (breaks(textOf(cell.slice(end, at)))) break
    at = next - 1
    end = next
  }
  const run = cell.slice(from, end)
  if (!run.some(({ kind }) => kind === 'left')) return alone
  // The bracket that closes one within the run.
  const isOpen = (textOf(run).match(brackets)?.length ?? 0) % 2 === 1
  return isOpen && /^[()[\]{}]$/.test(cell[end]?.text ?? '') ? end + 1 : end
}

/** Reads from right to left; numbers and words from left to right keep their order. */
function reversed<G>(cell: Item<G>[]): Item<G>[] {
  const parts: Item<G>[][] = []
  for (let at = 0; at < cell.length;) {
    const end = Math.max(at + 1, endOfLeftRun(cell, at))
    parts.push(cell.slice(at, end))
    at = end
  }
  return parts.toReversed().flat()
}

/** Reads from left to right; what stands between letters of the other direction is reversed. */
function forward<G>(cell: Item<G>[]): Item<G>[] {
  const read: Item<G>[] = []
  for (let at = 0; at < cell.length;) {
    let end = at + 1
    if (isRight(cell[at]))
      for (let next = end; next < cell.length && cell[next]?.kind !== 'left'; next += 1)
        if (isRight(cell[next])) end = next + 1
    const span = cell.slice(at, end)
    read.push(...(isRight(cell[at]) ? reversed(span) : span))
    at = end
  }
  return read
}

const mirrored = new Map(
  ['()', '[]', '{}', '«»', '‹›', '<>'].flatMap(([open = '', close = '']) => [
    [open, { open, close }] as const,
    [close, { open, close }] as const,
  ]),
)

/**
 * Turns brackets as they are read: fonts say either what a bracket means or how it looks. One that
 * stands before a word opens, one that stands behind a word closes.
 */
function turned<G extends Glyph>(cell: Item<G>[]): Item<G>[] {
  const isWord = (item: Item<G> | undefined) =>
    item !== undefined && (item.kind !== 'neutral' || sign.test(item.text))
  return cell.map((item, at) => {
    const pair = mirrored.get(item.text)
    const before = isWord(cell[at - 1])
    const after = isWord(cell[at + 1])
    if (!pair || before === after) return item
    const text = after ? pair.open : pair.close
    return { ...item, text, glyphs: item.glyphs.map((glyph) => ({ ...glyph, text })) }
  })
}

/**
 * The glyphs of a line with right-to-left letters in the order of reading; undefined is a space.
 * `page` is the direction of most letters of the page.
 */
export function readingOrder<G extends Glyph>(
  line: readonly G[],
  page: Direction,
): (G | undefined)[] {
  const cells = cellsOf(line).map((cell) => {
    const items = directionOf(cell, page) === 'rtl' ? reversed(cell) : forward(cell)
    return turned(items).flatMap(({ glyphs }) => (glyphs.length > 0 ? glyphs : [undefined]))
  })
  const ordered = page === 'rtl' ? cells.toReversed() : cells
  return ordered.flatMap((cell, at) => (at === 0 ? cell : [undefined, ...cell]))
}
