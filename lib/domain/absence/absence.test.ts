import { expect, it } from 'vitest'
import { circleOf, commonDays } from './absence.ts'

const days = (first: number, last: number) => ({
  firstDay: `2026-12-${String(first).padStart(2, '0')}`,
  lastDay: `2026-12-${String(last).padStart(2, '0')}`,
})
const away = (userId: string, delegateId: string | null, first: number, last: number) => ({
  userId,
  delegateId,
  ...days(first, last),
})
const ana = { userId: 'ana', delegateId: 'ben', ...days(1, 10) }

it('finds the days that two absences share, both ends included', () => {
  expect(commonDays(days(1, 5), days(5, 9))).toEqual(days(5, 5))
  expect(commonDays(days(1, 5), days(6, 9))).toBeUndefined()
})

it('finds the delegation that leads back', () => {
  const back = away('ben', 'ana', 8, 12)
  expect(circleOf(ana, [back])).toBe(back)
  const far = away('cleo', 'ana', 3, 4)
  expect(circleOf(ana, [away('ben', 'cleo', 2, 5), far])).toBe(far)
})

it('finds no circle where the days are others, or nobody is named', () => {
  expect(circleOf(ana, [away('ben', 'ana', 11, 12)])).toBeUndefined()
  expect(circleOf(ana, [away('ben', null, 1, 12)])).toBeUndefined()
  // Each shares days with the one before it, but no day is shared by all.
  expect(circleOf(ana, [away('ben', 'cleo', 1, 4), away('cleo', 'ana', 5, 9)])).toBeUndefined()
})

it('ends also where others name each other', () => {
  const pair = [away('ben', 'cleo', 1, 9), away('cleo', 'ben', 1, 9)]
  expect(circleOf(ana, pair)).toBeUndefined()
})
