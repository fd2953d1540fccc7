import { expect, it } from 'vitest'
import { dueIn } from './due-in.ts'
import type { WorkingTime } from './working-time.ts'
import { weekdayOf } from './zoned-time.ts'

/** Monday to Friday, 9 to 17 by the clock of UTC. */
const office: WorkingTime = {
  timeZone: 'UTC',
  shiftsOn: (date) => ([0, 6].includes(weekdayOf(date)) ? [] : [{ from: 540, to: 1020 }]),
}
const at = (text: string) => new Date(`2026-11-${text}:00Z`)

it.each([
  // Monday, then over the night, then from Friday to Monday.
  ['23T12:00', '23T10:30', { minutes: 90, days: 0 }],
  ['24T10:00', '23T16:00', { minutes: 120, days: 0 }],
  ['23T10:00', '20T10:00', { minutes: 480, days: 1 }],
  ['20T16:00', '23T10:00', { minutes: -120, days: 0 }],
  ['20T10:00', '24T12:00', { minutes: -1080, days: -2 }],
  // Due on Sunday: no working time has passed until Monday at nine.
  ['22T12:00', '23T08:00', { minutes: 0, days: 0 }],
])('due at %s, seen at %s', (due, now, expected) => {
  expect(dueIn(office, at(due), at(now))).toEqual(expected)
})
