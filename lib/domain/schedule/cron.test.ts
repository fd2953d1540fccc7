import { describe, expect, it } from 'vitest'
import { cronProblem, isTimeZone, lastInstants, nextInstants } from './cron.ts'

const iso = (dates: Date[]) => dates.map((date) => date.toISOString().slice(0, 16))
const next = (cron: string, zone: string, after: string, count: number) =>
  iso(nextInstants(cron, zone, new Date(after), count))

describe('spring: the hour that does not exist', () => {
  it.each([
    ['America/New_York', '2026-03-07T12:00:00Z', ['2026-03-08T07:00', '2026-03-09T06:30']],
    ['Europe/Berlin', '2026-03-28T12:00:00Z', ['2026-03-29T01:00', '2026-03-30T00:30']],
  ])(
    'a fixed time in the gap fires once, at the first moment after it (%s)',
    (zone, after, expected) => {
      expect(next('30 2 * * *', zone, after, 2)).toEqual(expected)
    },
  )

  it('fixed times of a list that all fall into the gap fire once', () => {
    expect(next('15,45 2 * * *', 'America/New_York', '2026-03-07T12:00:00Z', 2)).toEqual([
      '2026-03-08T07:00',
      '2026-03-09T06:15',
    ])
  })

  it('every half hour counts real time: 01:30 is followed by 03:00', () => {
    expect(next('*/30 * * * *', 'America/New_York', '2026-03-08T06:00:00Z', 3)).toEqual([
      '2026-03-08T06:30',
      '2026-03-08T07:00',
      '2026-03-08T07:30',
    ])
    expect(next('*/30 * * * *', 'Europe/Berlin', '2026-03-29T00:00:00Z', 3)).toEqual([
      '2026-03-29T00:30',
      '2026-03-29T01:00',
      '2026-03-29T01:30',
    ])
  })
})

describe('autumn: the hour that comes twice', () => {
  it.each([
    [
      '30 1 * * *',
      'America/New_York',
      '2026-10-31T12:00:00Z',
      ['2026-11-01T05:30', '2026-11-02T06:30'],
    ],
    [
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00:00Z',
      ['2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      '30 1,2 * * *',
      'America/New_York',
      '2026-10-31T12:00:00Z',
      ['2026-11-01T05:30', '2026-11-01T07:30'],
    ],
  ])('%s in %s fires in the first of the two hours only', (cron, zone, after, expected) => {
    expect(next(cron, zone, after, 2)).toEqual(expected)
  })

  it('every hour fires in both', () => {
    expect(next('0 * * * *', 'America/New_York', '2026-11-01T04:30:00Z', 3)).toEqual([
      '2026-11-01T05:00',
      '2026-11-01T06:00',
      '2026-11-01T07:00',
    ])
    expect(next('0 * * * *', 'Europe/Berlin', '2026-10-24T23:30:00Z', 3)).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-25T02:00',
    ])
  })
})

describe('looking back', () => {
  it('finds the same instants as looking forward, through both changes', () => {
    const changes = {
      'America/New_York': ['2026-03-07', '2026-10-31'],
      'Europe/Berlin': ['2026-03-28', '2026-10-24'],
      'Australia/Lord_Howe': ['2026-04-04', '2026-10-03'],
    }
    for (const [zone, days] of Object.entries(changes))
      for (const day of days)
        for (const cron of [
          '30 2 * * *',
          '30 1 * * *',
          '15,45 2 * * *',
          '20 * * * *',
          '30 1,2 * * *',
        ]) {
          const from = new Date(`${day}T00:00:00Z`)
          const forward = nextInstants(cron, zone, new Date(from.getTime() - 1), 80).filter(
            (date) => date.getTime() < from.getTime() + 3 * 24 * 3600_000,
          )
          expect([
            zone,
            cron,
            iso(lastInstants(cron, zone, from, forward.at(-1) ?? from, 80)),
          ]).toEqual([zone, cron, iso(forward)])
        }
  })

  it('includes an instant that is now', () => {
    const now = new Date('2026-06-01T07:00:00.000Z')
    expect(iso(lastInstants('0 7 * * *', 'UTC', new Date('2026-05-31T00:00:00Z'), now, 5))).toEqual(
      ['2026-05-31T07:00', '2026-06-01T07:00'],
    )
  })
})

it('describes what is wrong with an expression', () => {
  expect(cronProblem('0 7 * * 1-5')).toBeUndefined()
  expect(cronProblem('  0   7 * * MON-FRI ')).toBeUndefined()
  expect(cronProblem('every day')).toMatch(/five fields/)
  expect(cronProblem('* * * * * *')).toMatch(/five fields/)
  expect(cronProblem('? * * * *')).toMatch(/five fields/)
  expect(cronProblem('61 * * * *')).toMatch(/cannot be read.*61/)
  expect(cronProblem('0 0 30 2 *')).toMatch(/never comes/)
})

it('knows IANA zones and nothing else', () => {
  expect(isTimeZone('America/New_York')).toBe(true)
  expect(isTimeZone('UTC')).toBe(true)
  expect(isTimeZone('+02:00')).toBe(false)
  expect(isTimeZone('Mars/Olympus')).toBe(false)
})
