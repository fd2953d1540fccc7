import { rangeBetween } from './cells-of-page.ts'
import type { Box, DocumentPage, Place } from '#lib/domain/document/page'

/** Where a quote is said to stand; it is looked for there first. */
export type QuoteHint = { fileId?: string; page?: number }

/** Longer quotes are refused: a citation is a passage and not a document. */
const maxQuoteCharacters = 2_000

/** A hyphen between the halves of a word that a line cuts: part of the word, or not. */
const lineEndHyphen = '\u0002'

const quoteMarks = new Map<string, string>([
  ...Array.from('‘’‚‛′`´‹›', (mark) => [mark, "'"] as const),
  ...Array.from('“”„‟″«»', (mark) => [mark, '"'] as const),
  ['‐', '-'],
  ['‑', '-'],
  ['ς', 'σ'],
])
/** Characters without a shape of their own: marks of direction, of joining and of breaking. */
const invisible = /^[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]$/
const softHyphen = '\u00ad'
/** What follows a hyphen that cuts a word. */
const goesOn = /^[^\S\n]{0,3}\n[^\S\n]{0,3}[\p{L}\p{N}]/u
const space = /^\s$/u
const wordCharacter = /[\p{L}\p{N}\p{M}]/u
const digit = /\p{N}/u

/** A text as it is compared, and for each of its characters where it came from. */
type Folded = { text: string; at: number[]; hasHyphens: boolean }

const foldCharacter = (character: string): string => {
  const plain = quoteMarks.get(character) ?? character
  const folded = plain.normalize('NFKC').toLowerCase()
  return quoteMarks.get(folded) ?? folded
}

/**
 * Folds what may differ between a quote and its source: white space, hyphenation at the ends of
 * lines, ligatures, quotation marks and case; and nothing else.
 */
function fold(given: string): Folded {
  const parts: string[] = []
  const at: number[] = []
  let hasHyphens = false
  const add = (text: string, from: number) => {
    parts.push(text)
    for (let unit = 0; unit < text.length; unit += 1) at.push(from)
  }
  let index = 0
  for (const character of given) {
    const from = index
    index += character.length
    const folded = character === softHyphen ? '-' : foldCharacter(character)
    const cuts = folded === '-' && wordCharacter.test(parts.at(-1) ?? '')
    if (cuts && goesOn.test(given.slice(index, index + 9))) {
      hasHyphens = true
      add(lineEndHyphen, from)
      continue
    }
    if (invisible.test(character)) continue
    if (space.test(character)) {
      if (parts.at(-1) !== ' ' && parts.at(-1) !== lineEndHyphen) add(' ', from)
      continue
    }
    add(folded, from)
  }
  at.push(given.length)
  return { text: parts.join(''), at, hasHyphens }
}

/**
 * Matches the quote at a position of a text with hyphens at ends of lines; answers its end. A hyphen
 * stands between letters, so the quote's next characters decide what it is there: "- ", "-" or
 * nothing.
 */
function matchAt(text: string, quote: string, from: number): number | undefined {
  let at = from
  for (let index = 0; index < quote.length; at += 1) {
    const character = text[at]
    if (character === lineEndHyphen && at > from) {
      if (quote[index] === '-') index += quote[index + 1] === ' ' ? 2 : 1
    } else if (shown(character) === quote[index]) index += 1
    else return undefined
  }
  return at
}

/** The characters before and after a place, of which a hyphen at the end of a line is one. */
const shown = (character: string | undefined): string =>
  character === lineEndHyphen ? '-' : (character ?? '')

/**
 * Whether a place begins and ends between words. Part of a word or number is another statement:
 * "covered" of "non-covered", "15" of "15.5", "1,000" of "21,000".
 */
function isWhole({ text }: Folded, start: number, end: number): boolean {
  const outside = (edge: string, next: string, beyond: string): boolean => {
    if (!wordCharacter.test(edge)) return true
    if (wordCharacter.test(next)) return false
    if (digit.test(edge) && /^[.,]$/.test(next) && digit.test(beyond)) return false
    return !(next === '-' && !digit.test(edge) && wordCharacter.test(beyond))
  }
  const at = (index: number) => shown(text[index])
  return (
    outside(at(start), at(start - 1), at(start - 2)) && outside(at(end - 1), at(end), at(end + 1))
  )
}

function findIn(page: Folded, quote: string): { start: number; end: number } | undefined {
  for (let from = 0; from < page.text.length; from += 1) {
    if (!page.hasHyphens) {
      from = page.text.indexOf(quote, from)
      if (from < 0) return undefined
    }
    const end = page.hasHyphens ? matchAt(page.text, quote, from) : from + quote.length
    if (end === undefined || !isWhole(page, from, end)) continue
    return { start: from, end }
  }
  return undefined
}

/** Whether two boxes stand on one line: they share half of the height of the lower one. */
function onOneLine(one: Box, other: Box): boolean {
  const top = Math.max(one.y, other.y)
  const bottom = Math.min(one.y + one.height, other.y + other.height)
  return bottom - top > Math.min(one.height, other.height) / 2
}

function joined(one: Box, other: Box): Box {
  const x = Math.min(one.x, other.x)
  const y = Math.min(one.y, other.y)
  const right = Math.max(one.x + one.width, other.x + other.width)
  const bottom = Math.max(one.y + one.height, other.y + other.height)
  return { x, y, width: right - x, height: bottom - y }
}

/** The boxes of the words between two characters of a page, one for each line. */
function boxesBetween(page: DocumentPage, start: number, end: number): Box[] {
  const boxes: Box[] = []
  for (const { start: from, text, box } of page.words) {
    if (from >= end || from + text.length <= start) continue
    const last = boxes.at(-1)
    if (last && onOneLine(last, box)) boxes[boxes.length - 1] = joined(last, box)
    else boxes.push(box)
  }
  return boxes
}

/** The place between two characters of a page. */
export function placeOf(page: DocumentPage, start: number, end: number): Place {
  const { fileId, page: number, cells } = page
  const place = { fileId, page: number, start, end, text: page.text.slice(start, end) }
  if (!cells) return { ...place, boxes: boxesBetween(page, start, end) }
  const range = rangeBetween(page, start, end) ?? cells.range
  return { ...place, boxes: [], cells: { ...cells, range } }
}

/** A page is searched for many quotes. */
const foldedPages = new WeakMap<DocumentPage, Folded>()

function foldedPage(page: DocumentPage): Folded {
  const folded = foldedPages.get(page) ?? fold(page.text)
  foldedPages.set(page, folded)
  return folded
}

/** The hinted page first, then its file, then the others, each in order. */
function inOrder(pages: readonly DocumentPage[], hint: QuoteHint): DocumentPage[] {
  const distance = ({ fileId, page }: DocumentPage) => {
    const otherFile = hint.fileId !== undefined && fileId !== hint.fileId
    const otherPage = hint.page !== undefined && page !== hint.page
    return (otherFile ? 2 : 0) + (otherPage ? 1 : 0)
  }
  return pages.toSorted((one, other) => distance(one) - distance(other))
}

/**
 * Finds the exact place of a quote, or answers undefined: then nobody may cite it. The quote must
 * stand on one page, word for word and as whole words; only white space, hyphenation at the ends of
 * lines, ligatures, quotation marks and case may differ.
 */
export function findQuote(
  pages: readonly DocumentPage[],
  quote: string,
  hint: QuoteHint = {},
): Place | undefined {
  if (quote.length > maxQuoteCharacters) return undefined
  const wanted = fold(quote.trim()).text.replaceAll(lineEndHyphen, '-').trim()
  if (!wordCharacter.test(wanted)) return undefined
  for (const page of inOrder(pages, hint)) {
    const folded = foldedPage(page)
    const found = findIn(folded, wanted)
    if (!found) continue
    const start = folded.at[found.start] ?? 0
    const last = folded.at[found.end - 1] ?? start
    const width = String.fromCodePoint(page.text.codePointAt(last) ?? 0).length
    return placeOf(page, start, last + width)
  }
  return undefined
}
