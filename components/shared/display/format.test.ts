import { afterEach, expect, it } from 'vitest'
import { findPageTimeBy, pageNow, type PageTime } from '#lib/domain/page-time'
import { formatAge, formatDate, formatExact, formatInstant, formatTime } from './format.ts'
import { clockText, dayOf, instantOfClock, startOfDay } from './times.ts'

const at = (time: PageTime) => findPageTimeBy(() => time)
afterEach(() => at({}))

it('shows a date of the calendar as the same day in every zone', () => {
  at({ timeZone: 'Pacific/Auckland' })
  expect(formatDate('2026-12-24')).toBe('Dec 24, 2026')
  expect(formatDate('2026-01-01')).toBe('Jan 1, 2026')
})

it('shows moments by the clock of the organization', () => {
  at({ timeZone: 'America/New_York' })
  expect(formatInstant('2026-11-23T02:30:05Z')).toMatch(/^Nov 22, 2026, 9:30\sPM EST$/)
  at({ timeZone: 'Asia/Kolkata' })
  expect(formatInstant('2026-11-23T02:30:05Z')).toMatch(/^Nov 23, 2026, 8:00\sAM GMT\+5:30$/)
})

it('shows seconds where machines act', () => {
  at({ timeZone: 'America/New_York' })
  expect(formatExact('2026-11-23T02:30:05Z')).toMatch(/^Nov 22, 2026, 9:30:05\sPM EST$/)
})

it('leaves out today, and this year, by the clock of the organization', () => {
  const now = Date.parse('2026-11-23T04:00:00Z')
  at({ timeZone: 'America/New_York' })
  expect(formatTime('2026-11-23T02:30:00Z', now)).toMatch(/^9:30\sPM EST$/)
  at({ timeZone: 'UTC' })
  expect(formatTime('2026-11-22T23:30:00Z', now)).toMatch(/^Nov 22, 11:30\sPM UTC$/)
  const newYear = Date.parse('2026-01-01T04:00:00Z')
  expect(formatTime('2025-12-31T12:00:00Z', newYear)).toMatch(/^Dec 31, 2025, 12:00\sPM UTC$/)
  at({ timeZone: 'America/New_York' })
  expect(formatTime('2025-12-30T12:00:00Z', newYear)).toMatch(/^Dec 30, 7:00\sAM EST$/)
})

it('counts ages from the instant at which the server drew the page', () => {
  at({ now: Date.parse('2026-11-23T12:05:00Z') })
  expect(formatAge('2026-11-23T12:00:00Z', pageNow())).toBe('5 min ago')
})

it('knows the days of the organization', () => {
  at({ timeZone: 'Pacific/Kiritimati' })
  expect(dayOf('2026-11-23T09:59:00Z')).toBe('2026-11-23')
  expect(dayOf('2026-11-23T10:00:00Z')).toBe('2026-11-24')
  expect(startOfDay('2026-11-24').toISOString()).toBe('2026-11-23T10:00:00.000Z')
  expect(startOfDay('2026-11-24', 1).toISOString()).toBe('2026-11-24T10:00:00.000Z')
})

it('reads and writes the clock of an input in a zone', () => {
  const zone = 'America/New_York'
  expect(clockText('2026-07-01T16:30:00Z', zone)).toBe('2026-07-01T12:30')
  expect(instantOfClock('2026-07-01T12:30', zone)).toBe('2026-07-01T16:30:00.000Z')
  expect(instantOfClock('2026-12-01T12:30:15', zone)).toBe('2026-12-01T17:30:00.000Z')
  for (const text of ['', '2026-12-01', '2026-13-45T10:00', 'soon'])
    expect(instantOfClock(text, zone)).toBeUndefined()
  expect(clockText('soon', zone)).toBe('')
})
