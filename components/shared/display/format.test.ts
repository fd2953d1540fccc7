import { afterEach, expect, it } from 'vitest'
import { findPageTimeBy, type PageTime } from '#lib/domain/page-time'
import { formatAge, formatDate, formatInstant, formatTime } from './format.ts'

const at = (time: PageTime) => findPageTimeBy(() => time)
afterEach(() => at({}))

it('shows a date of the calendar as the same day in every zone', () => {
  at({ timeZone: 'Pacific/Auckland' })
  expect(formatDate('2026-12-24')).toBe('Dec 24, 2026')
  expect(formatDate('2026-01-01')).toBe('Jan 1, 2026')
})

it('shows moments by the clock of the organization', () => {
  at({ timeZone: 'America/New_York' })
  expect(formatInstant('2026-11-23T02:30:05Z')).toMatch(/^Nov 22, 2026, 9:30:05\sPM$/)
  at({ timeZone: 'Asia/Kolkata' })
  expect(formatInstant('2026-11-23T02:30:05Z')).toMatch(/^Nov 23, 2026, 8:00:05\sAM$/)
})

it('leaves the day out where it is today by the clock of the organization', () => {
  const now = Date.parse('2026-11-23T04:00:00Z')
  at({ timeZone: 'America/New_York' })
  expect(formatTime('2026-11-23T02:30:00Z', now)).toMatch(/^9:30\sPM$/)
  at({ timeZone: 'UTC' })
  expect(formatTime('2026-11-22T23:30:00Z', now)).toMatch(/^Nov 22, 2026, 11:30\sPM$/)
})

it('counts ages from the instant at which the server drew the page', () => {
  at({ now: Date.parse('2026-11-23T12:05:00Z') })
  expect(formatAge('2026-11-23T12:00:00Z')).toBe('5 min ago')
})
