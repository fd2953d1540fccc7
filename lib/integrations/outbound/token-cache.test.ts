import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TokenCache } from './token-cache.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  // The library treats the instant 0 as no time.
  vi.advanceTimersByTime(1)
})
afterEach(() => void vi.useRealTimers())

it('has a token until shortly before its end', () => {
  const tokens = new TokenCache(30)
  tokens.set('clinic', 'one', 100)
  vi.advanceTimersByTime(69_000)
  expect(tokens.get('clinic')).toBe('one')
  expect(tokens.get('other')).toBeUndefined()
  vi.advanceTimersByTime(2000)
  expect(tokens.get('clinic')).toBeUndefined()
})

it('does not cache a token that ends at once', () => {
  const tokens = new TokenCache(30)
  tokens.set('clinic', 'one', 100)
  tokens.set('clinic', 'two', 30)
  expect(tokens.get('clinic')).toBeUndefined()
})
