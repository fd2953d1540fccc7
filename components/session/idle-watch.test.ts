import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IdleWatch } from './idle-watch.ts'

const minutes = 60_000
const ways = {
  now: () => Date.now(),
  report: vi.fn<() => void>(),
  tell: vi.fn<() => void>(),
  onSoon: vi.fn<() => void>(),
  onBack: vi.fn<() => void>(),
  onIdle: vi.fn<() => void>(),
}
let watch: IdleWatch
beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  watch = new IdleWatch(15, ways)
})
afterEach(() => {
  watch.stop()
  vi.useRealTimers()
})

/** Acts all ten seconds for so many minutes. */
function workFor(count: number): void {
  for (let done = 0; done < count * minutes; done += 10_000) {
    vi.advanceTimersByTime(10_000)
    watch.act()
  }
}

it('is idle after the time without an act, and says so once', () => {
  vi.advanceTimersByTime(15 * minutes - 1)
  expect(ways.onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5 * minutes)
  expect(ways.onIdle).toHaveBeenCalledOnce()
})

it('is not idle while its person works, and reports it once a minute', () => {
  workFor(60)
  expect(ways.onIdle).not.toHaveBeenCalled()
  expect(ways.report).toHaveBeenCalledTimes(60)
})

it('reports a last act within a minute, and then nothing more', () => {
  vi.advanceTimersByTime(2000)
  watch.act()
  expect(ways.report).not.toHaveBeenCalled()
  vi.advanceTimersByTime(minutes)
  expect(ways.report).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(10 * minutes)
  expect(ways.report).toHaveBeenCalledOnce()
})

it('counts what is done in another tab, which reports it itself', () => {
  for (let passed = 0; passed < 60; passed += 10) {
    vi.advanceTimersByTime(10 * minutes)
    watch.heard()
  }
  expect(ways.onIdle).not.toHaveBeenCalled()
  expect(ways.report).not.toHaveBeenCalled()
})

it('tells other tabs of acts at most every five seconds', () => {
  vi.advanceTimersByTime(5000)
  for (let acts = 0; acts < 100; acts++) watch.act()
  expect(ways.tell).toHaveBeenCalledOnce()
})

it('compares the clock after sleep: the first touch is too late', () => {
  vi.setSystemTime(Date.now() + 8 * 60 * minutes)
  watch.act()
  expect(ways.onIdle).toHaveBeenCalledOnce()
  expect(ways.report).not.toHaveBeenCalled()
  watch.act()
  expect(ways.onIdle).toHaveBeenCalledOnce()
})

it('goes on from what the server says, also with another limit', () => {
  vi.advanceTimersByTime(15 * minutes)
  expect(ways.onIdle).toHaveBeenCalledOnce()
  watch.wake(60, 5)
  vi.advanceTimersByTime(4 * minutes - 1)
  expect(ways.onIdle).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(10_000)
  expect(ways.onIdle).toHaveBeenCalledTimes(2)
})

it('warns a minute before, once, and takes it back when its person goes on', () => {
  vi.advanceTimersByTime(14 * minutes - 1)
  expect(ways.onSoon).not.toHaveBeenCalled()
  vi.advanceTimersByTime(30_000)
  expect(ways.onSoon).toHaveBeenCalledOnce()
  expect(ways.onBack).not.toHaveBeenCalled()
  watch.act()
  expect(ways.onBack).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(14 * minutes + 10_000)
  watch.heard()
  expect([ways.onSoon.mock.calls.length, ways.onBack.mock.calls.length]).toEqual([2, 2])
  expect(ways.onIdle).not.toHaveBeenCalled()
})
