import { expect, it } from 'vitest'
import { wordsOfUse } from './words-of-use.ts'

it.each([
  [{ calls: 0, tokens: 0, dollars: 0, unpriced: 0 }, 'nothing yet'],
  [{ calls: 1, tokens: 1234, dollars: 0.0042, unpriced: 0 }, '1,234 tokens in 1 call, $0.0042'],
  [{ calls: 2, tokens: 9, dollars: 3, unpriced: 0 }, '9 tokens in 2 calls, $3.00'],
  [{ calls: 2, tokens: 9, dollars: 0, unpriced: 2 }, '9 tokens in 2 calls, price not known'],
  [
    { calls: 3, tokens: 9, dollars: 1.5, unpriced: 1 },
    '9 tokens in 3 calls, $1.50 and 1 without a price',
  ],
])('%j', (used, words) => expect(wordsOfUse(used)).toBe(words))
