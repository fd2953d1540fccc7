import { describe, expect, it, test } from 'vitest'
import {
  addWorkingDays,
  addWorkingMinutes,
  atWorkingDay,
  isWorkingAt,
  NoWorkingTimeError,
  subtractWorkingDays,
  subtractWorkingMinutes,
  workingMinutesBetween,
  type WorkingTime,
} from './working-time.ts'
import { instantAt, localTimeOf, weekdayOf } from './zoned-time.ts'

const timeZone = 'America/New_York'
/** Monday to Thursday 9 to 12 and 13 to 17, Friday to 15; Thanksgiving and the day after are off. */
const office: WorkingTime = {
  timeZone,
  shiftsOn(date) {
    const day = weekdayOf(date)
    if (day === 0 || day === 6 || date === '2026-11-26' || date === '2026-11-27') return []
    return [
      { from: 9 * 60, to: 12 * 60 },
      { from: 13 * 60, to: day === 5 ? 15 * 60 : 17 * 60 },
    ]
  },
}

/** An instant by the clock of New York. */
const at = (text: string): Date => {
  const [date = '', time = '00:00'] = text.split(' ')
  const [hours, minutes] = time.split(':').map(Number)
  return instantAt({ date, minute: (hours ?? 0) * 60 + (minutes ?? 0) }, timeZone)
}
const shown = (instant: Date): string => {
  const { date, minute } = localTimeOf(instant, timeZone)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

describe('the clock of a zone', () => {
  it.each([
    ['2026-07-01', 720, '2026-07-01T16:00:00.000Z'],
    ['2026-12-01', 720, '2026-12-01T17:00:00.000Z'],
    // The clock goes from 02:00 to 03:00: 02:30 is 03:30.
    ['2026-03-08', 150, '2026-03-08T07:30:00.000Z'],
    // 01:30 is shown twice.
    ['2026-11-01', 90, '2026-11-01T05:30:00.000Z'],
  ])('%s, minute %s is %s', (date, minute, instant) =>
    expect(instantAt({ date, minute }, timeZone).toISOString()).toBe(instant),
  )
  it('is read back, also where zones differ by half hours and the date line lies between', () => {
    for (const zone of ['Asia/Kolkata', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])
      for (const minute of [0, 719, 1439])
        expect(localTimeOf(instantAt({ date: '2026-02-28', minute }, zone), zone)).toEqual({
          date: '2026-02-28',
          minute,
        })
  })
})

test.each([
  ['2026-11-23 10:00', 0, '2026-11-23 10:00'],
  ['2026-11-23 10:00', 2, '2026-11-25 10:00'],
  // Over Thanksgiving and the weekend, to the end of the shorter Friday.
  ['2026-11-24 16:30', 2, '2026-11-30 16:30'],
  ['2026-12-03 16:30', 1, '2026-12-04 15:00'],
  // Lunch ends first.
  ['2026-11-23 12:30', 1, '2026-11-24 13:00'],
  // Outside of working time the days count from its next beginning.
  ['2026-11-21 11:00', 2, '2026-11-25 09:00'],
  ['2026-11-23 18:00', 1, '2026-11-25 09:00'],
  ['2026-11-23 06:00', 1, '2026-11-24 09:00'],
  // The clock changes on the Sunday between.
  ['2026-10-30 10:00', 1, '2026-11-02 10:00'],
])('%s and %s working days is %s', (from, days, until) =>
  expect(shown(addWorkingDays(office, at(from), days))).toBe(until),
)

test.each([
  ['2026-11-23 10:00', 1, '2026-11-24 08:00'],
  ['2026-11-22 10:00', 1, '2026-11-23 08:00'],
  ['2026-11-25 23:00', 1, '2026-11-30 08:00'],
  ['2026-11-25 23:00', 2, '2026-12-01 08:00'],
])('08:00 of a later working day: %s, day %s is %s', (from, days, until) =>
  expect(shown(atWorkingDay(office, at(from), { days, minute: 480 }))).toBe(until),
)

test.each([
  ['2026-11-23 10:00', 60, '2026-11-23 11:00'],
  ['2026-11-23 11:30', 60, '2026-11-23 13:30'],
  ['2026-11-23 11:00', 60, '2026-11-23 12:00'],
  ['2026-11-25 16:00', 120, '2026-11-30 10:00'],
  ['2026-11-22 16:00', 0, '2026-11-23 09:00'],
  ['2026-11-23 09:00', 7 * 60 * 3 + 1, '2026-11-30 09:01'],
])('%s and %s working minutes is %s', (from, minutes, until) => {
  const end = addWorkingMinutes(office, at(from), minutes)
  expect(shown(end)).toBe(until)
  expect(workingMinutesBetween(office, at(from), end)).toBe(minutes)
})

test.each([
  ['2026-11-25 10:00', 2, '2026-11-23 10:00'],
  ['2026-11-30 16:30', 2, '2026-11-24 16:30'],
  // Before working time begins, the evening before counts.
  ['2026-11-24 07:00', 1, '2026-11-20 15:00'],
  ['2026-11-22 11:00', 1, '2026-11-19 15:00'],
  ['2026-11-23 12:30', 0, '2026-11-23 12:00'],
])('%s without %s working days is %s', (until, days, from) =>
  expect(shown(subtractWorkingDays(office, at(until), days))).toBe(from),
)

test.each([
  ['2026-11-23 11:00', 60, '2026-11-23 10:00'],
  ['2026-11-23 13:30', 60, '2026-11-23 11:30'],
  ['2026-11-23 09:30', 60, '2026-11-20 14:30'],
  ['2026-11-30 09:00', 7 * 60, '2026-11-25 09:00'],
])('%s without %s working minutes is %s', (until, minutes, from) =>
  expect(shown(subtractWorkingMinutes(office, at(until), minutes))).toBe(from),
)

it('finds a time of an earlier working day', () =>
  expect(shown(atWorkingDay(office, at('2026-11-30 10:00'), { days: -1, minute: 480 }))).toBe(
    '2026-11-25 08:00',
  ))

it('counts no working time backwards, and knows when people work', () => {
  expect(workingMinutesBetween(office, at('2026-11-24 10:00'), at('2026-11-23 10:00'))).toBe(0)
  expect(isWorkingAt(office, at('2026-11-23 11:59'))).toBe(true)
  expect(isWorkingAt(office, at('2026-11-23 12:00'))).toBe(false)
  expect(isWorkingAt(office, at('2026-11-26 10:00'))).toBe(false)
})

it('says that nobody ever works', () => {
  const never: WorkingTime = { timeZone: 'UTC', shiftsOn: () => [] }
  expect(() => addWorkingDays(never, new Date(), 1)).toThrow(NoWorkingTimeError)
  expect(() => addWorkingMinutes(never, new Date(), 1)).toThrow(NoWorkingTimeError)
  expect(() => subtractWorkingDays(never, new Date(), 1)).toThrow(NoWorkingTimeError)
  expect(() => subtractWorkingMinutes(never, new Date(), 1)).toThrow(NoWorkingTimeError)
})
