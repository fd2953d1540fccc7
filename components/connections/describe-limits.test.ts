import { expect, it } from 'vitest'
import { describeLimits } from './describe-limits.ts'

it.each([
  [{ concurrent: 2, perMinute: 120 }, '2 at once · 120 a minute'],
  [{ concurrent: 1, perMinute: null }, '1 at once'],
  [{ concurrent: null, perMinute: 60 }, '60 a minute'],
  [{ concurrent: null, perMinute: null }, ''],
])('says %j in words', (limits, words) => expect(describeLimits(limits)).toBe(words))
