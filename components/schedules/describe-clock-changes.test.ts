import { expect, it } from 'vitest'
import { nextInstants } from '#lib/domain/schedule/cron'
import { describeClockChanges } from './describe-clock-changes.ts'

// The clocks of Berlin go from 2:00 to 3:00 on 29 March 2026, at 1:00 UTC, and from 3:00 to 2:00 on
// 25 October, at 1:00 UTC.
const on = (cron: string, day: string) =>
  nextInstants(cron, 'Europe/Berlin', new Date(`${day}T00:00:00Z`), 10)
    .map((at) => at.toISOString())
    .filter((at) => at < `${day}T02:00`)
    .map((at) => at.slice(11, 16))

it.each(['30 2 * * *', '30 2 * * 1-7', '30 2 25,29 * *'])('%s is a fixed time', (cron) => {
  expect(describeClockChanges(cron)).toContain(
    'the first moment after the gap, and one that comes twice runs only the first time',
  )
  expect(on(cron, '2026-03-29')).toEqual(['01:00'])
  expect(on(cron, '2026-10-25')).toEqual(['00:30'])
})

it.each(['30 * * * *', '30 */1 * * *', '30 0-23/1 * * *'])('%s follows real time', (cron) => {
  expect(describeClockChanges(cron)).toContain(
    'are skipped, and those in an hour that comes twice run both times',
  )
  expect(on(cron, '2026-03-29')).toEqual(['00:30', '01:30'])
  expect(on(cron, '2026-10-25')).toEqual(['00:30', '01:30'])
})

it('speaks of fixed times while nothing is typed', () =>
  expect(describeClockChanges('')).toContain('a time that does not exist'))
