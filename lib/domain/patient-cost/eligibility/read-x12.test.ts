import { describe, expect, it } from 'vitest'
import { active, copay, date, interchange } from '#test/samples/patient-cost/eb'
import type { Benefit } from './benefit.ts'
import { readX12 } from './read-x12.ts'

/** Segments as the samples write them, each with its terminator. */
const read = (...segments: string[]) =>
  readX12(interchange(segments.join('').split('~').filter(Boolean)))
const payer = 'HL*1**20*1~NM1*PR*2*PAYER~'
const subscriber = 'HL*3*2*22*0~'

describe('a statement', () => {
  const onlyOf = (...segments: string[]) => read(subscriber, ...segments).benefits
  it.each<[string, Partial<Benefit>]>([
    [
      'EB*B*IND*98^A6*HM*GOLD*27*20~',
      {
        code: 'B',
        level: 'IND',
        serviceTypes: ['98', 'A6'],
        insuranceType: 'HM',
        plan: 'GOLD',
        period: '27',
      },
    ],
    ['EB*B*********Y*W~', { authorization: false, network: null }],
    ['EB*B**********Y*W~', { authorization: true, network: 'W' }],
    ['EB*B************HC:g0101~', { procedure: { from: 'G0101', to: 'G0101' } }],
    ['EB*B************HC:d0120::::::d0180~', { procedure: { from: 'D0120', to: 'D0180' } }],
    ['EB*B************HC~', { procedure: null }],
    ['EB*B~MSG*SPECIALIST~MSG*IN OFFICE~', { messages: ['SPECIALIST', 'IN OFFICE'] }],
    ['EB*B~III*ZZ*11~III*ZZ*22~', { places: ['11', '22'] }],
    ['EB*B~III*NI*11~', { places: [] }],
    ['EB*B~III*ZZ~', { places: [] }],
    ['EB*R~', { otherPayer: { role: '', name: 'another payer' } }],
    ['EB*R****NJ QMB~', { otherPayer: { role: '', name: 'NJ QMB' } }],
    ['EB*R~NM1*PRP*2*SUMMIT~', { otherPayer: { role: 'Primary Payer', name: 'SUMMIT' } }],
    ['EB*R~NM1*SEP*2*SUMMIT~', { otherPayer: { role: 'SEP', name: 'SUMMIT' } }],
    ['EB*R~NM1*SEP*2~', { otherPayer: { role: 'SEP', name: 'another payer' } }],
    ['EB*B~NM1*1P*2*CLINIC~', { otherPayer: null }],
    [
      'EB*B~',
      {
        level: null,
        serviceTypes: [],
        insuranceType: null,
        plan: null,
        period: null,
        amount: null,
        share: null,
        quantity: null,
        network: null,
        procedure: null,
        places: [],
        messages: [],
        dates: {},
        otherPayer: null,
      },
    ],
  ])('%s', (segments, benefit) => expect(onlyOf(segments)).toMatchObject([benefit]))

  it('has the dates behind it; those before all statements are the person’s', () => {
    const eligibility = { from: '2026-01-01', to: null }
    const { dates, benefits } = read(
      subscriber,
      date('356', '20260101'),
      copay(20),
      date('348', '20260301'),
    )
    expect(dates).toEqual({ eligibility })
    expect(benefits.map((one) => one.dates)).toEqual([
      { benefit: { from: '2026-03-01', to: null } },
    ])
  })

  it('belongs to a subscriber where no level is named', () =>
    expect(read('EB*B~', 'EB*A~').benefits.map(({ index, code }) => [index, code])).toEqual([
      [0, 'B'],
      [1, 'A'],
    ]))

  it('does not take what stands before it', () => {
    const before = `${date('291', '20260101')}MSG*HELLO~III*ZZ*11~`
    expect(read(before, 'EB*B~')).toMatchObject({
      dates: {},
      benefits: [{ messages: [], places: [] }],
    })
  })
})

describe('the payer', () => {
  it.each<[string, string[], string | null]>([
    ['is named before the statements', [payer, subscriber, copay(20)], 'PAYER'],
    ['is the first that is named', [payer, 'NM1*PR*2*SUMMIT~', subscriber, copay(20)], 'PAYER'],
    ['is no provider', ['HL*2*1*21*1~NM1*1P*2*CLINIC~', subscriber, copay(20)], null],
    ['is not the payer of a statement', [subscriber, 'EB*R~NM1*PR*2*SUMMIT~'], null],
  ])('%s', (_name, segments, payerName) => expect(read(...segments).payerName).toBe(payerName))

  it('answers on the day of BHT', () => {
    expect(read('BHT*0022*11*1*20261101~', copay(20)).answeredOn).toBe('2026-11-01')
    expect(read(copay(20)).answeredOn).toBeNull()
  })

  it('says nothing more', () =>
    expect(read(payer, subscriber, active())).toMatchObject({
      shape: 'x12',
      dates: {},
      rejections: [],
      assumptions: [],
    }))

  it.each<[string, string]>([
    ['41', 'authorization or access restrictions'],
    ['42', 'unable to respond at the current time'],
    ['43', 'invalid or missing provider identification'],
    ['51', 'provider not on file'],
    ['52', 'service dates not within provider plan enrollment'],
    ['58', 'invalid or missing date of birth'],
    ['62', 'date of service not within allowable inquiry period'],
    ['64', 'invalid or missing patient id'],
    ['65', 'invalid or missing patient name'],
    ['67', 'patient not found'],
    ['71', 'patient birth date does not match the database'],
    ['72', 'invalid or missing subscriber id'],
    ['73', 'invalid or missing subscriber name'],
    ['75', 'subscriber not found'],
    ['76', 'duplicate subscriber id'],
    ['79', 'invalid participant identification'],
    ['80', 'no response received'],
    ['99', 'the payer gives no further reason'],
  ])('refuses with %s: %s', (code, message) =>
    expect(read(subscriber, `AAA*N**${code}*C~`).rejections).toEqual([{ code, message }]),
  )
})

describe('several people', () => {
  const dependent = 'HL*4*3*23*0~'
  it.each<[string, string[], string[], boolean]>([
    [
      'the dependent before the subscriber',
      [subscriber, copay(20), dependent, copay(5)],
      ['5'],
      false,
    ],
    [
      'the subscriber where the dependent has nothing',
      [subscriber, copay(20), dependent],
      ['20'],
      false,
    ],
    ['the first of two dependents', [dependent, copay(5), dependent, copay(7)], ['5'], true],
    [
      'the first of two subscribers',
      [subscriber, copay(20), copay(21), subscriber, copay(30)],
      ['20', '21'],
      true,
    ],
  ])('%s', (_name, segments, amounts, isSaid) => {
    const { benefits, assumptions } = read(...segments)
    expect(benefits.map(({ amount }) => amount?.toString())).toEqual(amounts)
    expect(assumptions).toEqual(
      isSaid
        ? [
            {
              code: 'several_patients',
              message: 'The X12 271 has the benefits of 2 people; those of the first were used.',
            },
          ]
        : [],
    )
  })
})

describe('what is no 271', () => {
  it.each<[string, string, string]>([
    [
      'another transaction',
      'ST*270*1~SE*2*1~',
      'This X12 is a 270, not a 271 (eligibility answer).',
    ],
    [
      'a transaction without its number',
      'ST*~SE*2*~',
      'This X12 is a ?, not a 271 (eligibility answer).',
    ],
    [
      'no statements',
      'ST*271*1~SE*2*1~',
      'This X12 has no EB segments: it states no benefits. Hand in the whole 271, from ISA to IEA.',
    ],
  ])('%s', (_name, raw, message) => expect(() => readX12(raw)).toThrow(message))
})
