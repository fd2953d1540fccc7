import { describe, expect, it } from 'vitest'
import { cronProblem } from '#lib/domain/schedule/cron'
import { readSimpleCron, writeSimpleCron } from './simple-cron.ts'

describe('cron without cron', () => {
  it.each([
    ['5 * * * *', 'hour'],
    ['0 7 * * *', 'day'],
    ['30 7 * * 1-5', 'weekdays'],
    ['0 18 * * 0', 'week'],
    ['15 2 31 * *', 'month'],
  ] as const)('reads %s and writes the same again', (cron, rhythm) => {
    const simple = readSimpleCron(cron)
    expect(simple?.rhythm).toBe(rhythm)
    expect(simple && writeSimpleCron(simple)).toBe(cron)
    expect(cronProblem(cron)).toBeFalsy()
  })

  it.each([
    '*/5 * * * *',
    '0 7 1 * 1',
    '0 7 * 3 *',
    '0 24 * * *',
    '60 7 * * *',
    '0 7 32 * *',
    '0 7 * *',
    '0 0 7 * * *',
    '',
  ])('leaves “%s” to those who know cron', (cron) => expect(readSimpleCron(cron)).toBeUndefined())
})
