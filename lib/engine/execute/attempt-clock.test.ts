import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AttemptClock } from './attempt-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A running clock of one second. */
function running() {
  const clock = new AttemptClock()
  const expired = vi.fn<() => void>()
  clock.start(1000, expired)
  return { clock, expired }
}

test('stops while the attempt waits, also for several calls at once', async () => {
  const { clock, expired } = running()
  await vi.advanceTimersByTimeAsync(400)
  const one = Promise.withResolvers<void>()
  const other = Promise.withResolvers<void>()
  const holds = [clock.hold(one.promise), clock.hold(other.promise)]
  await vi.advanceTimersByTimeAsync(5000)
  one.resolve()
  await vi.advanceTimersByTimeAsync(2000)
  other.resolve()
  await Promise.all(holds)
  await vi.advanceTimersByTimeAsync(500)
  await expect(clock.hold(Promise.reject(new Error('no room')))).rejects.toThrow('no room')
  await vi.advanceTimersByTimeAsync(99)
  expect(expired).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2)
  expect(expired).toHaveBeenCalledOnce()
})

test('never expires once it has ended, not even when a wait ends later', async () => {
  const { clock, expired } = running()
  const wait = Promise.withResolvers<void>()
  const held = clock.hold(wait.promise)
  clock.end()
  wait.resolve()
  await held
  await vi.advanceTimersByTimeAsync(10_000)
  expect(expired).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})
