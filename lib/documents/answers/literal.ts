import { isoDateOf } from '#lib/domain/deidentify/dates'
import { folded } from '#lib/domain/deidentify/folded'

const wordsOf = (text: string): string[] => folded(text).text.match(/[\p{L}\p{N}]+/gu) ?? []
const numbersIn = (text: string): number[] =>
  (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((found) => Number(found.replaceAll(',', '')))

/** Pieces of a text that may be a date: each run of up to four words. */
function hasDate(text: string, date: string): boolean {
  const words = text.split(/\s+/).map((word) => word.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, ''))
  return words.some((_, from) =>
    [1, 2, 3, 4].some((length) => isoDateOf(words.slice(from, from + length).join(' ')) === date),
  )
}

/**
 * Whether quotes say a value literally: its words, its number, its day in any notation. Undefined
 * for values that need not be in a text as they are (yes and no, lists, objects).
 */
export function isLiteral(value: unknown, quotes: readonly string[]): boolean | undefined {
  const said = quotes.join('\n')
  if (typeof value === 'number') return numbersIn(said).includes(value)
  if (typeof value !== 'string') return undefined
  if (/^\d{4}-\d{2}-\d{2}$/.test(value) && hasDate(said, value)) return true
  const spoken = new Set(wordsOf(said))
  const squeezed = wordsOf(said).join('')
  return (
    wordsOf(value).every((word) => spoken.has(word)) || squeezed.includes(wordsOf(value).join(''))
  )
}
