import { expect, test } from 'vitest'
import { isOver, longestMs } from './deadline.ts'

test.each([
  ['computes all the time', { ageMs: 1000, cpuMs: 1000 }, true],
  ['is before its time, with threads that compute beside it', { ageMs: 900, cpuMs: 1800 }, false],
  ['waits for a processor', { ageMs: 4000, cpuMs: 400 }, false],
  ['waits for a processor for too long', { ageMs: 10_000, cpuMs: 400 }, true],
  ['is on a system that does not tell the CPU', { ageMs: 1000, cpuMs: undefined }, true],
])('a request with one second that %s', (_which, used, over) => {
  expect(isOver(used, 1000)).toBe(over)
})

test('a long request waits for a processor for five minutes at most', () => {
  expect(longestMs(3_600_000)).toBe(3_600_000 + 300_000)
})
