import { describe, expect, it } from 'vitest'
import {
  addDate,
  contains,
  dateOf,
  datesOfNames,
  daysBetween,
  inWords,
  joined,
  type Dates,
} from './dates.ts'

describe('a date', () => {
  it.each(['20261122', '2026-11-22', ' 20261122 '])('%j', (text) =>
    expect(dateOf(text)).toBe('2026-11-22'),
  )

  it.each([
    null,
    undefined,
    '',
    '20260230',
    '20261301',
    '2026',
    'on 20261122',
    '20261122 at noon',
    '20261122-20261123',
  ])('%j is none', (text) => expect(dateOf(text)).toBeNull())
})

describe('a DTP segment', () => {
  const first = '2026-01-01'
  const last = '2026-12-31'
  const day = '20260101'
  const days = '20260101-20261231'
  const from = { from: first, to: null }
  const to = { from: null, to: first }
  it.each<[string, string, string | null, Dates]>([
    ['plan', '291', days, { plan: { from: first, to: last } }],
    ['plan, one day', '291', day, { plan: from }],
    ['plan begin', '346', day, { plan: from }],
    ['plan end', '347', day, { plan: to }],
    ['eligibility', '307', days, { eligibility: { from: first, to: last } }],
    ['eligibility begin', '356', day, { eligibility: from }],
    ['eligibility end', '357', day, { eligibility: to }],
    ['benefit', '292', days, { benefit: { from: first, to: last } }],
    ['benefit begin', '348', day, { benefit: from }],
    ['benefit end', '349', day, { benefit: to }],
    ['service', '472', day, { service: from }],
    ['an end with two days', '347', days, { plan: { from: first, to: last } }],
    ['spaces around', '291', ` ${days} `, { plan: { from: first, to: last } }],
    ['the end of all times', '347', '99991231', { plan: { from: null, to: null } }],
    ['no end', '291', '20260101-99991231', { plan: from }],
    [
      'a beginning that is no date',
      '291',
      '20260231-20260101',
      { plan: to, unreadable: '20260231-20260101' },
    ],
    [
      'an end that is no date',
      '291',
      '20260101-20260231',
      { plan: from, unreadable: '20260101-20260231' },
    ],
    ['no dates', '291', '20260231-20260231', { unreadable: '20260231-20260231' }],
    ['more than two dates', '291', `${days}-20271231`, { unreadable: `${days}-20271231` }],
    ['words before the dates', '291', `from ${days}`, { unreadable: `from ${days}` }],
    ['no date', '291', ' today ', { unreadable: 'today' }],
    ['no date of eligibility', '357', 'today', { unreadable: 'today' }],
    ['no date of a benefit', '349', 'today', {}],
    ['only spaces', '291', '  ', {}],
    ['nothing', '291', null, {}],
    ['a date of something else', '096', day, {}],
  ])('%s', (_name, qualifier, text, expected) => {
    const dates: Dates = {}
    addDate(dates, qualifier, text)
    expect(dates).toEqual(expected)
  })

  it('adds what is not known yet, and changes nothing that is', () => {
    const dates: Dates = {}
    addDate(dates, '346', '20260101')
    addDate(dates, '347', '20261231')
    addDate(dates, '291', '20200101-20201231')
    expect(dates).toEqual({ plan: { from: first, to: last } })
  })
})

it.each<[string, Dates]>([
  ['plan', { plan: { from: '2026-01-01', to: null } }],
  ['planBegin', { plan: { from: '2026-01-01', to: null } }],
  ['planEnd', { plan: { from: null, to: '2026-01-01' } }],
  ['eligibility', { eligibility: { from: '2026-01-01', to: null } }],
  ['eligibilityBegin', { eligibility: { from: '2026-01-01', to: null } }],
  ['eligibilityEnd', { eligibility: { from: null, to: '2026-01-01' } }],
  ['benefit', { benefit: { from: '2026-01-01', to: null } }],
  ['benefitBegin', { benefit: { from: '2026-01-01', to: null } }],
  ['benefitEnd', { benefit: { from: null, to: '2026-01-01' } }],
  ['service', { service: { from: '2026-01-01', to: null } }],
  ['birthDate', {}],
])('the name %s in JSON', (name, dates) =>
  expect(datesOfNames({ [name]: '20260101' })).toEqual(dates),
)

it('JSON without dates, or with other values in their place, has none', () => {
  expect(datesOfNames(null)).toEqual({})
  expect(datesOfNames({ plan: 20260101, service: null })).toEqual({})
})

it.each<[string | null, string | null, boolean]>([
  ['2026-01-01', '2026-12-31', true],
  ['2026-06-15', '2026-06-15', true],
  ['2026-06-16', null, false],
  [null, '2026-06-14', false],
  ['2026-06-15', null, true],
  [null, '2026-06-15', true],
  [null, null, true],
])('June 15 within %s to %s: %s', (from, to, expected) =>
  expect(contains({ from, to }, '2026-06-15')).toBe(expected),
)

it('joins two spans: each end from the first that has it', () => {
  const one = { from: '2026-01-01', to: null }
  const other = { from: '2025-01-01', to: '2026-12-31' }
  expect(joined(one, other)).toEqual({ from: '2026-01-01', to: '2026-12-31' })
  expect(joined(null, other)).toEqual(other)
  expect(joined(one, null)).toEqual(one)
  expect(joined(null, null)).toBeNull()
})

it('counts days and writes a date in words', () => {
  expect(daysBetween('2026-02-27', '2026-03-02')).toBe(3)
  expect(daysBetween('2026-03-02', '2026-02-27')).toBe(-3)
  expect(inWords('2026-01-31')).toBe('January 31, 2026')
})
