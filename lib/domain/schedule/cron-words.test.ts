import { expect, it } from 'vitest'
import { cronWords } from './cron-words.ts'

it.each([
  ['0 7 * * 1-5', 'At 07:00, Monday to Friday'],
  ['0 7 * * *', 'At 07:00, every day'],
  ['30 6,18 * * *', 'At 06:30 and 18:30, every day'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['* * * * *', 'Every minute'],
  ['0 * * * *', 'Every hour, on the hour'],
  ['20 */2 * * *', 'Every 2 hours, at 20 past the hour'],
  ['*/10 8-17 * * MON-FRI', 'Every 10 minutes from 08:00 to 17:59, Monday to Friday'],
  ['0 9-17 * * *', 'Every hour from 09:00 to 17:59, on the hour'],
  ['0 5 1 * *', 'At 05:00, on the 1st of the month'],
  ['0 5 L * *', 'At 05:00, on the last day of the month'],
  ['0 5 2,22,13 * *', 'At 05:00, on the 2nd, 22nd and 13th of the month'],
  ['0 8 * * 1,4', 'At 08:00, on Monday and Thursday'],
  ['0 8 * 1-3 SUN', 'At 08:00, on Sunday, in January to March'],
  ['0 8 1 * 1', 'At 08:00, on the 1st of the month or on Monday'],
])('%s: %s', (cron, words) => {
  expect(cronWords(cron)).toBe(words)
})

it('has no words for the rare ones', () => {
  expect(cronWords('0 8 * * MON#2')).toBeUndefined()
  expect(cronWords('5-25/4 8 * * *')).toBeUndefined()
  expect(cronWords('0 8')).toBeUndefined()
})
