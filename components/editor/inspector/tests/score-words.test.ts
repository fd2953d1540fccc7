import { expect, it } from 'vitest'
import type { TestSetView } from '#lib/contracts/workflows/test-sets'
import { differenceWords, staleWords } from './score-words.ts'

const set = (more: Partial<TestSetView>): TestSetView => ({
  cases: [{ id: '1', name: 'A', files: [], expected: {}, createdBy: 'Ada', updatedAt: '' }],
  problem: null,
  form: {},
  changed: [],
  latest: null,
  before: null,
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
  [null, 0.8, undefined],
])('compares %j with %j', (now, before, words) => expect(differenceWords(now, before)).toBe(words))
