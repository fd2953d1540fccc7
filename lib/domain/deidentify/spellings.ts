import { monthNames } from './dates.ts'
import { folded } from './folded.ts'
import type { KnownValue } from './kinds.ts'

/** Patterns for folded text. Those of `capital` count only where the original begins with one. */
export type Spellings = { patterns: RegExp[]; capital: RegExp[] }

const before = String.raw`(?<![\p{L}\p{N}])`
const after = String.raw`(?![\p{L}\p{N}])`
const whole = (source: string): RegExp => new RegExp(`${before}(?:${source})${after}`, 'gu')
const literal = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
const gap = String.raw`[\s,.'-]{1,4}`

const titles = new Set(
  'mr mrs ms miss dr prof md do np pa rn phd jr sr ii iii iv the of'.split(' '),
)

/**
 * A name in every order: first and last, last and first, with initials and other middle names, and
 * each of its words alone.
 */
function nameSpellings(value: string): Spellings {
  const all = folded(value)
    .text.split(/[\s,.]+/)
    .filter(Boolean)
  const words = all.filter((word) => !titles.has(word)).map(literal)
  const first = words[0]
  const last = words.at(-1)
  const patterns = [whole(all.map(literal).join(gap))]
  if (words.length > 1 && first && last) {
    const middle = String.raw`(?:\p{L}{1,20}\.?[\s]{1,3})?`
    const initial = String.raw`${first[0]}\.?`
    patterns.push(
      whole(words.join(gap)),
      whole(`${first}${gap}${middle}${last}`),
      whole(`${last}${gap}${words.slice(0, -1).join(gap)}`),
      whole(String.raw`${last},?\s{1,3}${first}(?:\s{1,3}\p{L}\.?)?`),
      whole(String.raw`${initial}\s{0,3}(?:\p{L}\.?\s{0,3})?${last}`),
      whole(String.raw`${last},?\s{1,3}${initial}`),
    )
  }
  return { patterns, capital: words.filter((word) => word.length > 2).map(whole) }
}

function dateSpellings(value: string): Spellings {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(value) ?? []
  if (!year || !month || !day)
    return { patterns: [whole(literal(folded(value).text))], capital: [] }
  const name = monthNames[Number(month) - 1] ?? month
  const words = `${name.slice(0, 3)}(?:${name.slice(3)})?\\.?`
  const m = `0?${Number(month)}`
  const d = `0?${Number(day)}`
  const y = `(?:${year}|${year.slice(2)})`
  const sign = String.raw`\s?[-/.]\s?`
  const nth = `${d}(?:st|nd|rd|th)?`
  return {
    patterns: [
      whole(`${year}${sign}${m}${sign}${d}`),
      whole(`${m}${sign}${d}${sign}${y}`),
      whole(`${d}${sign}${m}${sign}${y}`),
      whole(`${year}${month}${day}|${month}${day}${year}`),
      whole(String.raw`${words}\s{1,3}${nth},?\s{1,3}${year}`),
      whole(String.raw`${nth}[\s-]{1,3}${words},?[\s-]{1,3}${y}`),
    ],
    capital: [],
  }
}

/** Words of addresses and how they are shortened. */
const short: Readonly<Record<string, string>> = {
  street: 'st',
  avenue: 'ave',
  road: 'rd',
  boulevard: 'blvd',
  drive: 'dr',
  lane: 'ln',
  court: 'ct',
  place: 'pl',
  square: 'sq',
  highway: 'hwy',
  parkway: 'pkwy',
  apartment: 'apt',
  suite: 'ste',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
}
const long = Object.fromEntries(Object.entries(short).map(([word, cut]) => [cut, word]))

function addressSpellings(value: string): Spellings {
  const words = folded(value)
    .text.split(/[\s,.]+/)
    .filter(Boolean)
    .map((word) => {
      const other = short[word] ?? long[word]
      return other ? `(?:${literal(word)}|${other})` : literal(word)
    })
  const pattern = whole(words.join(String.raw`[\s,.]{1,4}`))
  // A city is a word that may also mean something else.
  return /\d/.test(value) || words.length > 1
    ? { patterns: [pattern], capital: [] }
    : { patterns: [], capital: [pattern] }
}

/** An identifier with any signs between its characters. */
function idSpellings(value: string): Spellings {
  const characters = Array.from(folded(value).text).filter((sign) => /[\p{L}\p{N}]/u.test(sign))
  if (characters.length < 4) return { patterns: [whole(literal(folded(value).text))], capital: [] }
  return {
    patterns: [whole(characters.map(literal).join(String.raw`[\s().\/-]{0,3}`))],
    capital: [],
  }
}

/** How a value that the run knows may be written in a document. */
export function spellingsOf({ kind, value }: KnownValue): Spellings {
  if (kind === 'NAME') return nameSpellings(value)
  if (kind === 'DATE') return dateSpellings(value)
  if (kind === 'ADDRESS') return addressSpellings(value)
  if (kind === 'ID' || kind === 'PHONE' || kind === 'ZIP') return idSpellings(value)
  return { patterns: [whole(literal(folded(value).text))], capital: [] }
}
