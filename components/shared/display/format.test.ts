import { expect, it } from 'vitest'
import { formatDate } from './format.ts'

it('shows a date of the calendar as the same day in every zone', () => {
  expect(formatDate('2026-12-24')).toMatch(/24/)
  expect(formatDate('2026-01-01')).toMatch(/2026/)
})
