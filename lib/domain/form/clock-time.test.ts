import { expect, it } from 'vitest'
import { isClockTime } from './clock-time.ts'

it.each(['00:00', '14:05', '14:05:00', '23:59:60', '14:05:00.25', '14:05:00Z', '14:05-05:00'])(
  '%s is a time',
  (text) => expect(isClockTime(text)).toBe(true),
)

it.each(['', '24:00', '1:05', '14:60', '14:05:61', '14:05:00.', '14:05 ', '2026-01-01T14:05'])(
  '"%s" is none',
  (text) => expect(isClockTime(text)).toBe(false),
)
