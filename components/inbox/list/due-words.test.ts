import { expect, it } from 'vitest'
import { dueWords, nextWords } from './due-words.ts'

const timeZone = 'America/New_York'
/** Monday, 10:00 in New York. */
const now = new Date('2026-11-23T15:00:00Z')
const due = (dueAt: string, minutes: number, days = 0) =>
  // Clocks of twelve and of twenty-four hours write the hour in different ways.
  dueWords(dueAt, { minutes, days, timeZone }, now).replace(/ 0?9:00(\sAM)?$/, ' nine')

it.each([
  ['2026-11-23T18:10:00Z', 190, 0, 'In 3 working hours'],
  ['2026-11-23T15:25:00Z', 25, 0, 'In 25 min'],
  ['2026-11-24T14:00:00Z', 420, 0, 'Tomorrow nine'],
  ['2026-12-01T14:00:00Z', 2400, 5, 'Tue, Dec 1, nine'],
  ['2026-11-23T14:30:00Z', -30, 0, 'Overdue by 30 min'],
  ['2026-11-20T14:00:00Z', -540, -1, 'Overdue by 1 working day'],
  // On Sunday: no working time has passed before Monday morning.
  ['2026-11-22T14:00:00Z', 0, 0, 'Overdue'],
])('%s is said as it is in working time', (dueAt, minutes, days, words) => {
  expect(due(dueAt, minutes, days)).toBe(words)
})

it('says that it is a due date where no heading does', () => {
  const words = (minutes: number, dueAt: string) =>
    dueWords(dueAt, { minutes, days: 0, timeZone }, now, true)
  expect(words(25, '2026-11-23T15:25:00Z')).toBe('Due in 25 min')
  expect(words(-30, '2026-11-23T14:30:00Z')).toBe('Overdue by 30 min')
})

it('says what happens next by itself, and in how long', () => {
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
  const words = (minutes: number, action: object) =>
    nextWords({ at: at(minutes), when: 'after-due', do: 'return', ...action }, now, timeZone)
  expect(words(125, { do: 'assign', people: ['Ana'] })).toBe('Goes to Ana in 2 h')
  expect(words(20, {})).toBe('Back to the group in 20 min')
  expect(words(0, { do: 'priority', priority: 9 })).toBe('Priority 9 now')
  expect(words(60 * 26, { do: 'start', workflow: 'Call' })).toMatch(/^Starts “Call” tomorrow /)
})
