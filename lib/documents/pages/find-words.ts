import type { DocumentPage, Place } from '#lib/domain/document/page'
import { placeOf } from './find-quote.ts'

/**
 * The expression that finds these words one after the other, with any white space between them. It
 * means the same to Postgres and, with the flags `iu`, to JavaScript.
 */
export const wordsPattern = (words: string): string =>
  words
    .normalize('NFKC')
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('\\s+')

/** The places on a page that match such an expression, in order; at most `most`. */
export function findWords(page: DocumentPage, pattern: string, most: number): Place[] {
  const places: Place[] = []
  for (const { index, 0: found } of page.text.matchAll(new RegExp(pattern, 'giu'))) {
    if (places.length === most) break
    places.push(placeOf(page, index, index + found.length))
  }
  return places
}
