import { expect, test } from 'vitest'
import { retryDelayMs } from './retry-delay.ts'

const policy = { maxAttempts: 9, delaySeconds: 2, factor: 3, maxDelaySeconds: 30 }

test('the delay grows by its factor up to its limit', () => {
  expect([1, 2, 3, 4, 50].map((attempt) => retryDelayMs(policy, attempt, 0))).toEqual([
    2000, 6000, 18_000, 30_000, 30_000,
  ])
})

test('jitter adds at most a fifth', () => {
  expect(retryDelayMs(policy, 1, 1)).toBe(2400)
  for (let count = 0; count < 100; count++)
    expect(retryDelayMs(policy, 1)).toSatisfy((ms: number) => ms >= 2000 && ms <= 2400)
})
