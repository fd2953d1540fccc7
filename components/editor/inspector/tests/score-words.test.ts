import { expect, it } from 'vitest'
import type { TestSetView } from '#lib/contracts/workflows/test-sets'
import { changeWords, differenceWords, movedWords, staleWords } from './score-words.ts'

const set = (more: Partial<TestSetView>): TestSetView => ({
  cases: [{ id: '1', name: 'A', files: [], expected: {}, createdBy: 'Ada', updatedAt: '' }],
  problem: null,
  form: {},
  changed: [],
  latest: null,
  comparison: null,
  trials: [],
  ...more,
})

it.each([
  [{}, undefined],
  [{ changed: null }, 'This set has not been run yet.'],
  [{ changed: null, cases: [] }, undefined],
  [
    { changed: ['question', 'model'] as const },
    'Not run since what is asked and the model changed.',
  ],
])('says of %j what was changed since', (more, words) =>
  expect(staleWords(set(more as Partial<TestSetView>))).toBe(words),
)

it.each([
  [0.9, 0.8, '+10'],
  [0.8, 0.9, '−10'],
  [0.801, 0.8, undefined],
  [0.8, undefined, undefined],
])('compares %j with %j', (now, before, words) => expect(differenceWords(now, before)).toBe(words))

it('says what changed between two runs', () => {
  expect(changeWords({ changed: null })).toBeUndefined()
  expect(changeWords({ changed: [] })).toBe('Nothing changed.')
  expect(changeWords({ changed: ['model', 'cases'] })).toBe('Changed: the model and the cases.')
})

it.each([
  [[], 'Every field scored as in the run before.'],
  [[[0, 1]], '1 field better than in the run before.'],
  [[[1, 0]], '1 field worse than in the run before.'],
  [
    [
      [0, 1],
      [0, 1],
      [1, 0],
    ],
    '2 fields better than in the run before, 1 worse.',
  ],
])('counts the moves of %j', (scores, words) => {
  const moves = scores.map(([before = 0, now = 0]) => ({
    caseId: '1',
    name: 'a',
    before,
    now,
    gaveBefore: null,
  }))
  expect(movedWords({ cases: 1, before: 0, now: 0, byField: [], moves })).toBe(words)
})
