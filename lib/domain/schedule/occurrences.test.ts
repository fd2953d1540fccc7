import { expect, it } from 'vitest'
import { weekdayOf } from '../calendar/zoned-time.ts'
import { daysOffProblem, lastOccurrences, nextOccurrences, type Rhythm } from './occurrences.ts'

/** Monday to Friday, and Thanksgiving (26 November 2026) is a day off. */
const isWorkday = (date: string): boolean =>
  ![0, 6].includes(weekdayOf(date)) && date !== '2026-11-26'
const timeZone = 'America/New_York'
const rhythm = (cron: string, daysOff: Rhythm['daysOff']): Rhythm => ({
  cron,
  timeZone,
  daysOff,
  isWorkday,
})
/** By the clock of New York in November: five hours behind. */
const local = (instants: Date[]): string[] =>
  instants.map((instant) =>
    new Date(instant.getTime() - 5 * 3_600_000).toISOString().slice(5, 16).replace('T', ' '),
  )
const at = (text: string) => new Date(`2026-${text.replace(' ', 'T')}:00-05:00`)
const next = (cron: string, daysOff: Rhythm['daysOff'], after: string, count = 4) =>
  local(nextOccurrences(rhythm(cron, daysOff), at(after), count))

it.each<[string, Rhythm['daysOff'], string[]]>([
  ['0 8 * * *', 'run', ['11-26 08:00', '11-27 08:00', '11-28 08:00', '11-29 08:00']],
  ['0 8 * * *', 'skip', ['11-27 08:00', '11-30 08:00', '12-01 08:00', '12-02 08:00']],
  // What moves to a time that comes anyway is one occurrence, not two.
  ['0 8 * * *', 'next', ['11-27 08:00', '11-30 08:00', '12-01 08:00', '12-02 08:00']],
  ['0 8 * * 4,6', 'next', ['11-27 08:00', '11-30 08:00', '12-03 08:00', '12-07 08:00']],
  ['0 8 * * 4,6', 'previous', ['11-27 08:00', '12-03 08:00', '12-04 08:00', '12-10 08:00']],
  ['0 8,20 * * 6,0', 'next', ['11-30 08:00', '11-30 20:00', '12-07 08:00', '12-07 20:00']],
  ['30 9 26 11 *', 'next', ['11-27 09:30']],
])('%s with %s after Wednesday noon', (cron, daysOff, expected) => {
  expect(next(cron, daysOff, '11-25 12:00', expected.length)).toEqual(expected)
})

it('goes on strictly after an occurrence that moved, in both directions', () => {
  expect(next('0 8 * * 6', 'next', '11-30 07:59', 1)).toEqual(['11-30 08:00'])
  expect(next('0 8 * * 6', 'next', '11-30 08:00', 1)).toEqual(['12-07 08:00'])
  expect(next('0 8 * * 4', 'previous', '11-25 07:59', 1)).toEqual(['11-25 08:00'])
  expect(next('0 8 * * 4', 'previous', '11-25 08:00', 1)).toEqual(['12-03 08:00'])
})

it('passes over days off at once, also when it comes every minute', () => {
  expect(next('* * * * *', 'skip', '11-27 23:58', 3)).toEqual([
    '11-27 23:59',
    '11-30 00:00',
    '11-30 00:01',
  ])
})

it.each<[Rhythm['daysOff'], string[]]>([
  ['skip', ['11-25 08:00', '11-27 08:00', '11-30 08:00']],
  ['next', ['11-25 08:00', '11-27 08:00', '11-30 08:00']],
])('finds the last ones of a daily time with %s', (daysOff, expected) => {
  const daily = rhythm('0 8 * * *', daysOff)
  expect(local(lastOccurrences(daily, at('11-25 00:00'), at('11-30 12:00'), 5))).toEqual(expected)
  expect(local(lastOccurrences(daily, at('11-25 00:00'), at('11-30 12:00'), 1))).toEqual(
    expected.slice(-1),
  )
})

it('finds the last ones that moved out of the days between, and no others', () => {
  const last = (cron: string, daysOff: Rhythm['daysOff'], from: string, until: string) =>
    local(lastOccurrences(rhythm(cron, daysOff), at(from), at(until), 10))
  expect(last('0 8 * * 0', 'next', '11-30 08:00', '11-30 08:00')).toEqual(['11-30 08:00'])
  expect(last('0 8 * * 0', 'next', '11-29 00:00', '11-30 07:00')).toEqual([])
  expect(last('0 8 * * 0', 'previous', '11-27 08:00', '11-27 08:00')).toEqual(['11-27 08:00'])
  expect(last('0 8 * * 0', 'previous', '11-28 00:00', '11-30 08:00')).toEqual([])
})

it('says what cannot be', () => {
  expect(daysOffProblem(rhythm('0 8 * * 6', 'skip'))).toContain('All its times are on days off')
  expect(daysOffProblem(rhythm('*/30 * * * *', 'next'))).toContain('more than 24 times a day')
  expect(daysOffProblem(rhythm('0 * * * *', 'previous'))).toBeUndefined()
  expect(daysOffProblem(rhythm('* * * * *', 'skip'))).toBeUndefined()
  const never = { ...rhythm('0 8 * * *', 'next'), isWorkday: () => false }
  expect(nextOccurrences(never, at('11-25 00:00'), 3)).toEqual([])
  expect(daysOffProblem(never)).toContain('never comes')
})
