import { expect, it } from 'vitest'
import { defaultChoices } from './choices.ts'
import { afterQuietHours, mailTime } from './when.ts'

const timeZone = 'America/New_York'
const at = (iso: string) => new Date(iso)

it.each([
  ['before', '2026-11-23T23:59:00Z', '2026-11-23T23:59:00Z'],
  ['in the evening', '2026-11-24T00:00:00Z', '2026-11-24T12:00:00Z'],
  ['in the morning', '2026-11-24T11:59:00Z', '2026-11-24T12:00:00Z'],
  ['when they are over', '2026-11-24T12:00:00Z', '2026-11-24T12:00:00Z'],
  // The clock goes back at 06:00 UTC: the night is an hour longer.
  ['in the night of the change', '2026-11-01T00:00:00Z', '2026-11-01T12:00:00Z'],
])('waits for the end of quiet hours: %s', (_when, now, expected) => {
  const quiet = { from: '19:00', until: '07:00' }
  expect(afterQuietHours(quiet, at(now), timeZone)).toEqual(at(expected))
})

it('knows quiet hours within a day, of no length, and none', () => {
  const noon = at('2026-11-23T17:00:00Z')
  const lunch = { from: '11:30', until: '12:30' }
  expect(afterQuietHours(lunch, noon, timeZone)).toEqual(at('2026-11-23T17:30:00Z'))
  expect(afterQuietHours({ from: '12:00', until: '12:00' }, noon, timeZone)).toEqual(noon)
  expect(afterQuietHours(null, noon, timeZone)).toEqual(noon)
})

it('mails at once, on the next morning, or not', () => {
  const now = at('2026-11-23T17:00:00Z')
  const time = (mail: 'at-once' | 'daily' | 'none', choices = defaultChoices) =>
    mailTime(choices, mail, { now, timeZone })
  expect(time('none')).toBeNull()
  expect(time('at-once')).toEqual(at('2026-11-23T17:03:00Z'))
  expect(time('daily')).toEqual(at('2026-11-24T12:30:00Z'))
  expect(time('daily', { ...defaultChoices, dailyAt: '13:00' })).toEqual(at('2026-11-23T18:00:00Z'))
  const quietHours = { from: '12:00', until: '13:00' }
  expect(time('at-once', { ...defaultChoices, quietHours })).toEqual(at('2026-11-23T18:00:00Z'))
})
