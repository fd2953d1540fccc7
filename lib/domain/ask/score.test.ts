import { expect, it } from 'vitest'
import type { AnsweredField } from './answer.ts'
import { compareResults, overallScore, scoreFields, scoresByField } from './score.ts'

const field = (name: string, value: unknown, more: Partial<AnsweredField> = {}): AnsweredField => ({
  name,
  title: name,
  value,
  state: 'supported',
  problem: null,
  confidence: 1,
  places: [],
  ...more,
})
const scores = (...args: Parameters<typeof scoreFields>) =>
  scoreFields(...args).map(({ score }) => score)

it('counts a right value only when it was proven, and nothing where nothing is expected', () => {
  const fields = [
    field('name', ' ada  LINDQVIST'),
    field('amount', 12),
    field('born', '1950-12-10', { state: 'unsupported' }),
    field('gone', 'x'),
    field('none', 'x', { state: 'unsupported' }),
  ]
  const expected = {
    name: 'Ada Lindqvist',
    amount: 12,
    born: '1950-12-10',
    gone: null,
    none: null,
    never: 'y',
  }
  expect(scores('extract', expected, fields)).toEqual([1, 1, 0, 0, 1, 0])
  const [born] = scoreFields('extract', { born: '1950-12-10' }, fields)
  expect(born?.note).toContain('not proven')
})

it('looks for the lines of an expected answer in what was said', () => {
  const said = [field('answer', 'Six weeks of\nphysical therapy failed.')]
  const expected = { answer: 'six weeks of physical therapy\nsurgery' }
  expect(scores('answer', expected, said)).toEqual([0.5])
})

it('compares a criterion by whether it is met', () => {
  const fields = [field('criterion1', { criterion: 'Therapy', met: 'met', reason: 'It failed.' })]
  expect(scores('compare', { criterion1: 'met' }, fields)).toEqual([1])
  expect(scores('compare', { criterion1: { met: 'not_met', reason: 'x' } }, fields)).toEqual([0])
})

it('scores by field and over all', () => {
  const results = [
    { fields: scoreFields('extract', { a: 1, b: 2 }, [field('a', 1), field('b', 3)]) },
    { fields: scoreFields('extract', { a: 1 }, []) },
  ]
  expect(overallScore(results)).toBeCloseTo(1 / 3)
  expect(scoresByField(results)).toEqual([
    { name: 'a', title: 'a', score: 0.5 },
    { name: 'b', title: 'b', score: 0 },
  ])
  expect(overallScore([])).toBeNull()
})

it('compares two trials by the cases and fields that both have', () => {
  const results = (caseId: string, expected: object, fields: AnsweredField[]) => ({
    caseId,
    fields: scoreFields('extract', { ...expected }, fields),
  })
  const before = [
    results('1', { a: 1, b: 2 }, [field('a', 1), field('b', 5)]),
    results('2', { a: 1 }, [field('a', 1)]),
  ]
  const now = [
    results('1', { a: 1, b: 2, c: 3 }, [field('a', 4), field('b', 2), field('c', 3)]),
    results('3', { a: 1 }, [field('a', 1)]),
  ]
  expect(compareResults(now, before)).toEqual({
    cases: 1,
    before: 0.5,
    now: 0.5,
    byField: [
      { name: 'a', before: 1, now: 0 },
      { name: 'b', before: 0, now: 1 },
    ],
    moves: [
      { caseId: '1', name: 'a', before: 1, now: 0, gaveBefore: 1 },
      { caseId: '1', name: 'b', before: 0, now: 1, gaveBefore: 5 },
    ],
  })
  expect(compareResults(now, [])).toBeUndefined()
})
