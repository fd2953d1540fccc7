import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AttemptClock } from './attempt-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A clock of a second that runs. */
function running() {
  const [clock, expired] = [new AttemptClock(), vi.fn<() => void>()]
  clock.start(1000, expired)
  return { clock, expired }
}
const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

test('stands still while the attempt waits, however often and however many calls of it at once', async () => {
  const { clock, expired } = running()
  await vi.advanceTimersByTimeAsync(400)
  void clock.hold(wait(5000))
  void clock.hold(wait(7000))
  await vi.advanceTimersByTimeAsync(7000)
  await vi.advanceTimersByTimeAsync(500)
  expect(expired).not.toHaveBeenCalled()
  void clock.hold(Promise.reject(new Error('no room'))).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(99)
  expect(expired).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2)
  expect(expired).toHaveBeenCalledOnce()
})

test('never expires once it has ended, not even when a wait ends later', async () => {
  const { clock, expired } = running()
  void clock.hold(wait(500))
  clock.end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(expired).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})
