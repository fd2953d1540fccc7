import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocumentPage } from '#lib/domain/document/page'
import { findQuote } from './find-quote.ts'

/** A page whose words stand ten points apart, in lines of twenty points. */
function pageOf(text: string, { page = 1, fileId = 'one' } = {}): DocumentPage {
  const words = [...text.matchAll(/\S+/g)].map((match) => {
    const lines = text.slice(0, match.index).split('\n')
    const x = (lines.at(-1)?.length ?? 0) * 10
    const box = { x, y: (lines.length - 1) * 20, width: match[0].length * 10, height: 12 }
    return { text: match[0], start: match.index, box }
  })
  const shape = { width: 612, height: 792, how: 'text' as const, confidence: 1 }
  return { fileId, page, ...shape, text, words }
}

const foundIn = (text: string, quote: string) => findQuote([pageOf(text)], quote)?.text

describe('a quote is found although it differs in', () => {
  it.each([
    [
      'white space',
      'The service\n  was denied.',
      'the service was denied.',
      'The service\n  was denied.',
    ],
    ['no-break spaces', 'claim\u00a01234', 'claim 1234', 'claim\u00a01234'],
    ['hyphenation', 'prior authori-\nzation is needed', 'authorization', 'authori-\nzation'],
    ['a hyphen that stays', 'the follow-\nup visit', 'follow-up visit', 'follow-\nup visit'],
    ['a hyphen as it stands', 'the follow-\nup visit', 'follow-\nup visit', 'follow-\nup visit'],
    ['a soft hyphen', 'authori\u00adzation', 'authorization', 'authori\u00adzation'],
    ['ligatures', 'the ofﬁce', 'the office', 'the ofﬁce'],
    ['quotation marks', 'a “stat” order’s end', `a "stat" order's end`, 'a “stat” order’s end'],
    [
      'case',
      'DENIED as Not Medically Necessary',
      'not medically necessary',
      'Not Medically Necessary',
    ],
    ['Arabic presentation forms', 'ﻣﺤﻤﺪ ali', 'محمد', 'ﻣﺤﻤﺪ'],
    ['marks of direction', 'name \u200fמשה\u200e כהן', 'משה כהן', 'משה\u200e כהן'],
  ])('%s', (_what, text, quote, found) => expect(foundIn(text, quote)).toBe(found))
})

describe('a quote is refused when', () => {
  it.each([
    ['it is not there', 'The service was denied.', 'The service was approved.'],
    ['a word is left out', 'was not approved', 'was approved'],
    ['it is part of a word', 'the heart is', 'art'],
    ['it leaves out what denies', 'a non-covered service', 'covered service'],
    [
      'it leaves out what denies, at the end of a line',
      'a non-\ncovered service',
      'covered service',
    ],
    ['it is part of a number', 'the amount is 21,000.50', '1,000'],
    ['it leaves out the decimals', 'a score of 15.5 points', '15'],
    ['it leaves out thousands', 'at 1,000,000 dollars', '1,000'],
    ['other characters look alike', 'total 100–200', 'total 100-200'],
    ['it has no word', 'What? Nothing.', '?'],
    ['it is empty', 'text', '  '],
    ['it is longer than any passage', 'a '.repeat(3000), 'a '.repeat(2999)],
  ])('%s', (_what, text, quote) => expect(foundIn(text, quote)).toBeUndefined())
})

it('answers the exact place, with a box for each line', () => {
  const place = findQuote([pageOf('The claim was\ndenied today.')], 'was denied')
  expect(place).toEqual({
    fileId: 'one',
    page: 1,
    start: 10,
    end: 20,
    text: 'was\ndenied',
    boxes: [
      { x: 100, y: 0, width: 30, height: 12 },
      { x: 0, y: 20, width: 60, height: 12 },
    ],
  })
})

it('looks at the hinted page first, and then everywhere', () => {
  const pages = [
    pageOf('the same', { page: 1 }),
    pageOf('the same', { page: 2 }),
    pageOf('the same', { page: 2, fileId: 'two' }),
    pageOf('another', { page: 3, fileId: 'two' }),
  ]
  const at = (quote: string, hint?: Parameters<typeof findQuote>[2]) => {
    const { fileId, page } = findQuote(pages, quote, hint) ?? {}
    return [fileId, page]
  }
  expect(at('the same')).toEqual(['one', 1])
  expect(at('the same', { page: 2 })).toEqual(['one', 2])
  expect(at('the same', { fileId: 'two' })).toEqual(['two', 2])
  expect(at('another', { fileId: 'one', page: 1 })).toEqual(['two', 3])
})

it.each([
  ['-\n'.repeat(20_000), `${'-'.repeat(1000)}x`],
  ['a-\n'.repeat(20_000), `${'a-a'.repeat(600)}x`],
])('is not kept busy by a page that is made of hyphens', (text, quote) =>
  expect(findQuote([{ ...pageOf(''), text }], quote)).toBeUndefined(),
)

const word = fc.stringMatching(/^[A-Za-z0-9éñ’“(][A-Za-z0-9éñ’.,;)ﬁ”]{0,6}$/)
const separator = fc.constantFrom(' ', '  ', '\n', ' \n ', '\n\n', '\u00a0')

it('any words of a page are found where they stand, however they are spaced and cased', () => {
  const page = fc.array(fc.tuple(word, separator), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(page, fc.nat(), fc.nat(), fc.boolean(), (parts, from, more, upper) => {
      const text = parts.map(([each, space]) => each + space).join('')
      const found = pageOf(text)
      const first = from % found.words.length
      const last = first + (more % Math.min(8, found.words.length - first))
      const quoted = found.words.slice(first, last + 1).map((each) => each.text)
      const quote = upper ? quoted.join(' ').toUpperCase() : quoted.join(' ')
      fc.pre(/[\p{L}\p{N}]/u.test(quote))
      const place = findQuote([found], quote)
      const words = (given: string) => given.toUpperCase().split(/\s+/).join(' ')
      expect(words(place?.text ?? '')).toBe(words(quoted.join(' ')))
      expect(place?.boxes.length).toBeGreaterThan(0)
      expect(text.slice(place?.start, place?.end)).toBe(place?.text)
    }),
    { seed: 20261123, numRuns: 300 },
  )
})

it('words with one that is invented among them are found nowhere', () => {
  const page = fc.array(fc.tuple(word, separator), { minLength: 2, maxLength: 30 })
  fc.assert(
    fc.property(page, fc.nat(), (parts, at) => {
      const found = pageOf(parts.map(([each, space]) => each + space).join(''))
      const quoted = found.words.map((each) => each.text)
      quoted.splice(at % (quoted.length + 1), 0, 'Zzyzx')
      expect(findQuote([found], quoted.join(' '))).toBeUndefined()
    }),
    { seed: 20261123, numRuns: 200 },
  )
})
