import { expect, it } from 'vitest'
import { wordsOfEnds } from './words-of-ends.ts'

it.each([
  [{ sessions: 0, apiKeys: 0, claims: 0 }, /^They have no session/],
  [{ sessions: 1, apiKeys: 0, claims: 0 }, /^At once this ends 1 session\.$/],
  [{ sessions: 2, apiKeys: 0, claims: 1 }, /ends 2 sessions and 1 claim of a screen\.$/],
  [
    { sessions: 1, apiKeys: 3, claims: 2 },
    /ends 1 session, 3 API keys and 2 claims of screens\. Keys end for good/,
  ],
])('says what ends: %j', (ends, words) => {
  expect(wordsOfEnds(ends)).toMatch(words)
})
