import { describe, expect, it } from 'vitest'
import { bestPassage, searchableText, termsOf } from './search-words.ts'

describe('the words of a text', () => {
  it.each([
    ['Peña’s Café', 'pena s cafe'],
    ['E11.9 on 2026-11-23', 'e11 9 on 2026 11 23'],
    ['authori-\nzation', 'authori zation authorization'],
    ['משה כהן', 'משה כהן'],
    ['?!', ''],
  ])('%j', (text, words) => expect(searchableText(text)).toBe(words))
})

describe('the words of a question', () => {
  const words = (question: string) =>
    termsOf(question).map(({ word, prefix }) => (prefix ? `${word}*` : word))
  it.each([
    ['What is the reason of the denials?', ['reason*', 'denial*']],
    ['¿Cuál es la razón?', ['razon*']],
    ['MRI of 2026', ['mri', '2026']],
    ['What is it?', ['what', 'is', 'it']],
    ['business access', ['business*', 'access*']],
    ['… ?', []],
  ])('%j', (question, terms) => expect(words(question)).toEqual(terms))

  it('are at most forty', () =>
    expect(termsOf(Array.from({ length: 60 }, (_, at) => `word${at}`).join(' '))).toHaveLength(40))
})

describe('the best passage', () => {
  it('has the most different words of the question', () => {
    const filler = 'other text stands here. '.repeat(40)
    const text = `denial denial denial. ${filler}The reason of the denial is below. ${filler}`
    const { start, end, matches } = bestPassage(text, termsOf('reason of denial'))
    const passage = text.slice(start, end)
    expect(passage).toContain('The reason of the denial is below.')
    expect(passage.length).toBeLessThan(420)
    expect(matches.map((match) => passage.slice(match.start, match.end))).toEqual([
      'reason',
      'denial',
    ])
  })

  it('is the beginning without any, and begins and ends between words', () => {
    expect(bestPassage('short', termsOf('other'))).toEqual({ start: 0, end: 5, matches: [] })
    const text = 'abcdefghij '.repeat(100)
    const { start, end } = bestPassage(`${text}needle ${text}`, termsOf('needle'))
    expect(`${text}needle ${text}`.slice(start - 1, start)).toBe(' ')
    expect(`${text}needle ${text}`.slice(end, end + 1)).toBe(' ')
  })
})
