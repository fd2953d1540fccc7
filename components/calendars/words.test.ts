import { expect, it } from 'vitest'
import { usualRules } from '#lib/domain/calendar/calendar'
import { daysOff } from './days-off.ts'
import { weekWords } from './week-words.ts'

const day = (from: string, to: string) => ({ from, to })

it('puts days with the same hours together', () => {
  expect(weekWords(usualRules.hours)).toBe('Mon to Fri 09:00–17:00')
  const hours = {
    ...usualRules.hours,
    wednesday: [],
    friday: [day('08:00', '12:00'), day('13:00', '15:00')],
    sunday: [day('10:00', '11:00')],
  }
  expect(weekWords(hours)).toBe(
    'Mon to Tue 09:00–17:00, Thu 09:00–17:00, Fri 08:00–12:00 and 13:00–15:00, Sun 10:00–11:00',
  )
  const never = Object.fromEntries(Object.keys(hours).map((name) => [name, []]))
  expect(weekWords(never as unknown as typeof hours)).toBe('Nobody works on any day')
})

it('finds the next days off, without those on which people work nevertheless', () => {
  const rules = {
    ...usualRules,
    worked: ['Columbus Day'],
    special: [
      { date: '2026-11-27', name: 'Day after', hours: [] },
      { date: '2026-12-24', name: 'Short', hours: [day('09:00', '12:00')] },
    ],
  }
  const holidays = [
    { date: '2026-10-12', name: 'Columbus Day' },
    { date: '2026-11-26', name: 'Thanksgiving' },
  ]
  expect(daysOff({ rules, holidays }, new Date('2026-10-01'))).toEqual([
    { date: '2026-11-26', reason: 'Thanksgiving' },
    { date: '2026-11-27', reason: 'Day after' },
  ])
})
