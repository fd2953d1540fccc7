import { describe, expect, it } from 'vitest'
import { calculatePatientCost } from './calculate.ts'
import { patientCostRequestSchema } from '../request.ts'

/** A plan by its values alone; `by` is how it coordinates when it pays later. */
type PlanGiven = { by?: string } & Record<string, unknown>

const answerOf = (plans: PlanGiven[], charges: number[] = [150]) =>
  calculatePatientCost(
    patientCostRequestSchema.parse({
      lineItems: charges.map((chargeAmount, index) => ({
        id: `line ${index + 1}`,
        serviceTypeCode: '98',
        network: 'in',
        chargeAmount,
      })),
      payers: plans.map(({ by, ...overrides }, index) => ({
        id: `plan ${index + 1}`,
        coordination: by,
        overrides,
      })),
    }),
    { today: '2026-11-22' },
  )
const messageOf = (code: string, ...of: Parameters<typeof answerOf>) =>
  answerOf(...of).warnings.find((warning) => warning.code === code)?.message
const usedOf = (plan: number, ...of: Parameters<typeof answerOf>) =>
  answerOf(...of).plans[plan]?.benefitBalance.map(({ name, used }) => [name, used])
const paidBy = (...of: Parameters<typeof answerOf>) =>
  answerOf(...of).plans.map(({ totalPaid }) => totalPaid)

/** Allows 100, pays 80, leaves 20. */
const primary = { allowedAmount: 100, coinsurance: 0.2 }

describe('the steps in words', () => {
  const stepsOf = (plans: PlanGiven[], charges?: number[]) =>
    answerOf(plans, charges)
      .plans.at(-1)
      ?.steps.map(({ description, source }) =>
        source ? `${description} [${source}]` : description,
      )
  it('of the plan that pays first', () =>
    expect(stepsOf([{ allowedAmount: 100, coinsurance: 0.2 }])).toEqual([
      'Charge of the provider: $150.00.',
      'plan 1 allows $100.00 of the charge. [Overrides]',
      'Coinsurance: 20 % of $100.00, so the patient bears $20.00. [Overrides]',
      'plan 1 pays $80.00.',
      'After plan 1 the patient owes $20.00, and $50.00 is written off.',
    ]))
  it('of one that allows the whole charge', () =>
    expect(stepsOf([{ coinsurance: 0 }])?.slice(0, 2)).toEqual([
      'Charge of the provider: $150.00.',
      'plan 1 allows the whole charge.',
    ]))
  it('of one that allows more', () =>
    expect(stepsOf([{ allowedAmount: 200, capAtCharge: false, coinsurance: 0 }])?.[1]).toBe(
      'plan 1 allows $200.00, more than the charge. [Overrides]',
    ))
  it('of a later plan', () =>
    expect(stepsOf([primary, { by: 'standard', allowedAmount: 100, coinsurance: 0.1 }])).toContain(
      'Alone, plan 2 would pay $90.00.',
    ))
  it('of a later plan that does not cover the line', () =>
    expect(stepsOf([primary, { by: 'standard', allowedAmount: 100, covered: false }])).toContain(
      'plan 2 pays $0.00: it does not cover the line.',
    ))
  it('of a payment above what the patient owes', () => {
    const later = { by: 'non-duplication', allowedAmount: 150, coinsurance: 0 }
    const step = answerOf([primary, later]).plans[1]?.steps.find(
      ({ rule }) => rule === 'coordination',
    )
    expect(step).toMatchObject({ amount: 70, before: 20, after: 0 })
  })
})

describe('what changes nothing is said', () => {
  it.each<[string, PlanGiven, string | undefined]>([
    [
      'the first plan',
      { by: 'medicaid', coinsurance: 0.2, benefitReserve: 5, deductibleReading: 'lesser' },
      'plan 1 pays first: coordination, deductibleReading, benefitReserve changes nothing.',
    ],
    ['the first plan without either', { coinsurance: 0.2 }, undefined],
  ])('%s', (_name, plan, message) => expect(messageOf('overrides_unused', [plan])).toBe(message))

  it.each<[string, object, string | undefined]>([
    ['standard', { deductibleReading: 'lesser' }, undefined],
    ['standard', { benefitReserve: 5 }, 'benefitReserve'],
    ['naic', { deductibleReading: 'lesser' }, 'deductibleReading'],
    ['benefit-reserve', { benefitReserve: 5 }, undefined],
    ['washington', { benefitReserve: 5 }, undefined],
  ])('a later plan by %s: %j', (by, overrides, unused) =>
    expect(messageOf('overrides_unused', [primary, { by, coinsurance: 0.1, ...overrides }])).toBe(
      unused && `plan 2 coordinates by ${by}: ${unused} changes nothing.`,
    ),
  )
})

describe('a copay of several lines', () => {
  const twice = [150, 150]
  it('is taken for each, and that is said', () => {
    expect(messageOf('copay_per_line', [{ copay: 20 }], twice)).toBe(
      'The copay was taken for 2 lines. Set overrides.copayPer to "visit" when they are one visit.',
    )
    expect(answerOf([{ copay: 20 }], twice)).toMatchObject({
      totalPatientCost: 40,
      range: { low: 20, high: 40 },
    })
  })
  it.each<[string, PlanGiven, number[], number]>([
    ['the caller says each line', { copay: 20, copayPer: 'line' }, twice, 40],
    ['the caller says one visit', { copay: 20, copayPer: 'visit' }, twice, 20],
    ['there is one line', { copay: 20 }, [150], 20],
    ['there is no copay', { coinsurance: 0.2 }, twice, 60],
  ])('is certain where %s', (_name, plan, charges, patient) => {
    expect(messageOf('copay_per_line', [plan], charges)).toBeUndefined()
    expect(answerOf([plan], charges).range).toEqual({ low: patient, high: patient })
  })
})

describe('what a later plan uses up', () => {
  it('of its deductible: what it would have applied alone', () => {
    const later = { by: 'standard', allowedAmount: 100, coinsurance: 0, deductibleRemaining: 60 }
    expect(usedOf(1, [primary, later])).toEqual([['deductible', 60]])
  })
  it('of its deductible by maintenance of benefits: what it applies to the rest', () => {
    const later = {
      by: 'maintenance-of-benefits',
      allowedAmount: 100,
      coinsurance: 0,
      deductibleRemaining: 60,
    }
    expect(usedOf(1, [primary, later])).toEqual([['deductible', 20]])
  })
  it('of its maximums: what the patient still owes, and what it pays', () => {
    const later = {
      by: 'standard',
      allowedAmount: 100,
      coinsurance: 0.1,
      outOfPocketRemaining: 500,
      benefitRemaining: 300,
    }
    expect(usedOf(1, [primary, later])).toEqual([
      ['out-of-pocket maximum', 0],
      ['benefit maximum', 20],
    ])
  })

  // Line 1: P 80, N 90, pays 20 and banks 70. Line 2: P 0 (the deductible), N 5 of 100.
  const first = {
    ...primary,
    deductibleRemaining: 100,
    lines: [{ lineItemId: 'line 1', costShareOrder: 'deductible-waived' }],
  }
  const banks = {
    allowedAmount: 100,
    coinsurance: 0.1,
    lines: [{ lineItemId: 'line 2', coinsurance: 0.95 }],
  }
  it.each<[string, number]>([
    ['washington', 95],
    ['benefit-reserve', 95],
    ['standard', 25],
  ])('savings of the line before, by %s: pays %d', (by, paid) =>
    expect(paidBy([first, { by, ...banks }], [150, 150])).toEqual([80, paid]),
  )
})
