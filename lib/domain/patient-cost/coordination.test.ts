import { describe, expect, it } from 'vitest'
import {
  active,
  coinsurance,
  deductible,
  notCovered,
  otherPayer,
  x12,
} from '#test/samples/patient-cost/eb'
import { calculatePatientCost } from './calculate/calculate.ts'
import { orderOfBenefits } from './calculate/order-of-benefits.ts'
import { patientCostRequestSchema } from './request.ts'

const today = { today: '2026-11-22' }

type Plan = {
  by?: string
  /** What it allows of each line. */ allows: number
  share?: number
  deductible?: number
  overrides?: Record<string, unknown>
  eligibility?: string
  member?: Record<string, unknown>
}
type Case = {
  name: string
  charges?: number[]
  plans: Plan[]
  sum: string
  pays: number[]
  patient: number
  adjustment: number
  warns?: string[]
}

/** Allows 100, pays 80, leaves 20. */
const primary: Plan = { allows: 100, share: 0.2 }

/**
 * Worked by hand. One line of 150 unless it says otherwise; P paid before, N alone, A allowed, R
 * the patient's balance.
 */
const cases: Case[] = [
  {
    name: 'standard',
    plans: [primary, { by: 'standard', allows: 100, share: 0.1 }],
    sum: 'N 90, R 20: pays 20',
    pays: [80, 20],
    patient: 0,
    adjustment: 50,
  },
  {
    name: 'standard, own benefit below the balance',
    plans: [primary, { by: 'standard', allows: 100, deductible: 95 }],
    sum: 'N 5, R 20: pays 5',
    pays: [80, 5],
    patient: 15,
    adjustment: 50,
  },
  {
    name: 'standard, no benefit left',
    plans: [primary, { by: 'standard', allows: 100, deductible: 300 }],
    sum: 'N 0',
    pays: [80, 0],
    patient: 20,
    adjustment: 50,
  },
  {
    name: 'standard, own allowed amount lower',
    plans: [primary, { by: 'standard', allows: 70, share: 0.1 }],
    sum: 'N 63, R 20: pays 20; the lower contract binds',
    pays: [80, 20],
    patient: 0,
    adjustment: 50,
  },
  {
    name: 'standard, both deductibles, the lesser',
    plans: [primary, { by: 'standard', allows: 100, deductible: 15 }],
    sum: 'N 85, R 20: pays 20',
    pays: [80, 20],
    patient: 0,
    adjustment: 50,
  },
  {
    name: 'standard, both deductibles, only above its own',
    plans: [
      primary,
      {
        by: 'standard',
        allows: 100,
        deductible: 15,
        overrides: { deductibleReading: 'above-own-deductible' },
      },
    ],
    sum: 'min(N 85, R 20 - 15): pays 5',
    pays: [80, 5],
    patient: 15,
    adjustment: 50,
  },
  {
    name: 'standard, above its own deductible that is higher than the balance',
    plans: [
      primary,
      {
        by: 'standard',
        allows: 100,
        deductible: 30,
        overrides: { deductibleReading: 'above-own-deductible' },
      },
    ],
    sum: 'min(N 70, max(0, 20 - 30)): pays 0',
    pays: [80, 0],
    patient: 20,
    adjustment: 50,
  },
  {
    name: 'standard, a deductible of the primary',
    plans: [
      { allows: 100, deductible: 60, share: 0.2 },
      { by: 'standard', allows: 100, share: 0.2 },
    ],
    sum: 'P 32, R 68, N 80: pays 68',
    pays: [32, 68],
    patient: 0,
    adjustment: 50,
  },
  {
    name: 'naic, own allowed amount higher',
    plans: [primary, { by: 'naic', allows: 120, share: 0.1 }],
    sum: 'min(N 108, 120 - 80): pays 40; 120 paid, the lower contract is met',
    pays: [80, 40],
    patient: 0,
    adjustment: 30,
  },
  {
    name: 'naic, own benefit small',
    plans: [primary, { by: 'naic', allows: 100, deductible: 90 }],
    sum: 'min(N 10, 100 - 80): pays 10',
    pays: [80, 10],
    patient: 10,
    adjustment: 50,
  },
  {
    name: 'naic credits the own deductible as if alone',
    charges: [150, 150],
    plans: [primary, { by: 'naic', allows: 100, deductible: 100 }],
    sum: 'line 1: N 0; line 2: the 100 are met, N 100, pays 20',
    pays: [160, 20],
    patient: 20,
    adjustment: 100,
  },
  {
    name: 'lower of allowables',
    plans: [
      primary,
      {
        by: 'lower-of-allowables',
        allows: 90,
        share: 0.1,
        overrides: { contractualWriteOff: true },
      },
    ],
    sum: 'min(N 81, 90 - 80): pays 10',
    pays: [80, 10],
    patient: 0,
    adjustment: 60,
  },
  {
    name: 'lower of allowables below what was paid',
    plans: [
      primary,
      { by: 'lower-of-allowables', allows: 70, overrides: { contractualWriteOff: true } },
    ],
    sum: 'min(N 70, 70 - 80) < 0: pays 0',
    pays: [80, 0],
    patient: 0,
    adjustment: 70,
  },
  {
    name: 'lower of allowables, own benefit small',
    plans: [primary, { by: 'lower-of-allowables', allows: 100, deductible: 95 }],
    sum: 'min(N 5, 20): pays 5',
    pays: [80, 5],
    patient: 15,
    adjustment: 50,
  },
  {
    name: 'non-duplication',
    plans: [primary, { by: 'non-duplication', allows: 100, share: 0.1 }],
    sum: 'N 90 - 80: pays 10',
    pays: [80, 10],
    patient: 10,
    adjustment: 50,
  },
  {
    name: 'non-duplication, own benefit no better',
    plans: [primary, { by: 'non-duplication', allows: 100, share: 0.3 }],
    sum: 'N 70 - 80 < 0: pays 0',
    pays: [80, 0],
    patient: 20,
    adjustment: 50,
  },
  {
    name: 'carve-out',
    plans: [primary, { by: 'carve-out', allows: 100, share: 0.1 }],
    sum: 'N 90 - 80: pays 10',
    pays: [80, 10],
    patient: 10,
    adjustment: 50,
  },
  {
    name: 'maintenance of benefits',
    plans: [primary, { by: 'maintenance-of-benefits', allows: 100, deductible: 5, share: 0.1 }],
    sum: '((100 - 80) - 5) x 90%: pays 13.50',
    pays: [80, 13.5],
    patient: 6.5,
    adjustment: 50,
  },
  {
    name: 'maintenance of benefits, nothing left of its allowed amount',
    plans: [primary, { by: 'maintenance-of-benefits', allows: 70 }],
    sum: 'max(0, 70 - 80): pays 0; nothing is written off',
    pays: [80, 0],
    patient: 20,
    adjustment: 50,
    warns: ['write_off_undeclared'],
  },
  {
    name: 'maintenance of benefits uses the deductible up by the rest only',
    charges: [150, 150],
    plans: [primary, { by: 'maintenance-of-benefits', allows: 100, deductible: 30 }],
    sum: 'line 1: 20 to the deductible, pays 0; line 2: 10 to it, pays 10',
    pays: [160, 10],
    patient: 30,
    adjustment: 100,
  },
  {
    name: 'Medicaid allows more than was paid',
    plans: [primary, { by: 'medicaid', allows: 90 }],
    sum: '90 - 80: pays 10, the rest is written off',
    pays: [80, 10],
    patient: 0,
    adjustment: 60,
  },
  {
    name: 'Medicaid allows less than was paid',
    plans: [primary, { by: 'medicaid', allows: 60 }],
    sum: 'max(0, 60 - 80): pays 0, the patient owes nothing',
    pays: [80, 0],
    patient: 0,
    adjustment: 70,
  },
  {
    name: 'Medicaid that does not cover the line writes nothing off',
    plans: [primary, { by: 'medicaid', allows: 90, overrides: { covered: false } }],
    sum: 'pays 0',
    pays: [80, 0],
    patient: 20,
    adjustment: 50,
  },
  {
    name: 'Medicare secondary, the example of 42 CFR 411.33(b)',
    charges: [175],
    plans: [
      { allows: 150, share: 0.2 },
      { by: 'medicare-fee-schedule', allows: 125, share: 0.2 },
    ],
    sum: 'lowest of 150 - 120, 80% of 125, 150 - 120: pays 30',
    pays: [120, 30],
    patient: 0,
    adjustment: 25,
  },
  {
    name: 'Medicare secondary, Medicare alone is the lowest',
    plans: [
      { allows: 120, share: 0.5 },
      { by: 'medicare-fee-schedule', allows: 100, deductible: 57, share: 0.2 },
    ],
    sum: 'lowest of 60, 80% of 43 = 34.40, 60: pays 34.40',
    pays: [60, 34.4],
    patient: 5.6,
    adjustment: 50,
  },
  {
    name: 'Medicare secondary, the provider must accept less',
    plans: [
      { allows: 120, share: 0.5 },
      {
        by: 'medicare-fee-schedule',
        allows: 100,
        share: 0.2,
        overrides: { obligatedToAccept: 90 },
      },
    ],
    sum: 'lowest of 90 - 60, 80, 60: pays 30; 90 is payment in full',
    pays: [60, 30],
    patient: 0,
    adjustment: 60,
  },
  {
    name: 'Medicare secondary, payment in full without a declared amount (42 CFR 411.35)',
    plans: [
      { allows: 120, share: 0.5 },
      { by: 'medicare-fee-schedule', allows: 100, deductible: 100, share: 0.2 },
    ],
    sum: 'Medicare alone pays 0; its deductible of 100 exceeds the 60 paid by 40',
    pays: [60, 0],
    patient: 40,
    adjustment: 50,
  },
  {
    name: 'Medicare secondary, the primary paid more than Medicare asks of the patient',
    plans: [
      { allows: 150, share: 0.4 },
      { by: 'medicare-fee-schedule', allows: 100, share: 0.2, overrides: { allowedAmount: 50 } },
    ],
    sum: 'P 90, lowest of 60, 40, 60 = 40; 20 % of 50 is less than 90: the patient owes 0',
    pays: [90, 40],
    patient: 0,
    adjustment: 20,
  },
  {
    name: 'Medicare secondary, a supplier that takes no assignment (42 CFR 411.35)',
    plans: [
      { allows: 150, share: 0.4 },
      { by: 'medicare-fee-schedule', allows: 50, share: 0.2, overrides: { network: 'out' } },
    ],
    sum: 'P 90, lowest of 60, 40, 60 = 40; 411.35 does not hold, the first contract does',
    pays: [90, 40],
    patient: 20,
    adjustment: 0,
  },
  {
    name: 'what the provider must accept binds it under every plan',
    plans: [{ allows: 120, share: 0.5, overrides: { obligatedToAccept: 100 } }],
    sum: '60 paid of 100',
    pays: [60],
    patient: 40,
    adjustment: 50,
  },
  {
    name: "a later plan's lower contract is not written off unless it is declared",
    charges: [1100],
    plans: [
      { allows: 615, share: 0.95 },
      { by: 'standard', allows: 30, share: 0 },
    ],
    sum: 'P 30.75, N 30: the patient owes 615 - 60.75',
    pays: [30.75, 30],
    patient: 554.25,
    adjustment: 485,
    warns: ['write_off_undeclared'],
  },
  {
    name: "a later plan's lower contract, declared",
    charges: [1100],
    plans: [
      { allows: 615, share: 0.95 },
      { by: 'standard', allows: 30, share: 0, overrides: { contractualWriteOff: true } },
    ],
    sum: 'the contract of 30 is paid: nothing is left',
    pays: [30.75, 30],
    patient: 0,
    adjustment: 1039.25,
  },
  {
    name: 'a case rate above the charge',
    charges: [9000],
    plans: [{ allows: 12000, share: 0.2, overrides: { capAtCharge: false } }],
    sum: '20 % of 12000',
    pays: [9600],
    patient: 2400,
    adjustment: -3000,
  },
  {
    name: 'a case rate above the charge, and a second plan',
    charges: [9000],
    plans: [
      { allows: 12000, share: 0.2, overrides: { capAtCharge: false } },
      { by: 'standard', allows: 12000, share: 0.1, overrides: { capAtCharge: false } },
    ],
    sum: 'R 2400, N 10800: pays 2400',
    pays: [9600, 2400],
    patient: 0,
    adjustment: -3000,
  },
  {
    name: 'a rate above the charge is capped unless said otherwise',
    charges: [9000],
    plans: [{ allows: 12000, share: 0.2 }],
    sum: '20 % of 9000',
    pays: [7200],
    patient: 1800,
    adjustment: 0,
    warns: ['allowed_above_charge'],
  },
  {
    name: 'Medicare secondary, primary paid its whole allowed amount',
    plans: [{ allows: 100 }, { by: 'medicare-fee-schedule', allows: 80, share: 0.2 }],
    sum: 'lowest of 0, 64, 0: pays 0',
    pays: [100, 0],
    patient: 0,
    adjustment: 50,
  },
  {
    name: 'Medicare secondary otherwise, the example of 42 CFR 411.33(f)',
    charges: [2800],
    plans: [
      { allows: 2800, deductible: 440 },
      { by: 'medicare-reasonable-charge', allows: 2700, deductible: 520 },
    ],
    sum: 'lowest of 2180, 340, 440, 2280: pays 340',
    pays: [2360, 340],
    patient: 0,
    adjustment: 100,
  },
  {
    name: 'Medicare secondary otherwise, deductible and coinsurance are the lowest',
    charges: [2800],
    plans: [
      { allows: 2800, deductible: 2700 },
      { by: 'medicare-reasonable-charge', allows: 2700, deductible: 520, share: 0.5 },
    ],
    sum: 'P 100; 520 + 1090 = 1610: lowest of 1090, 2600, 2700, 1190: pays 1090',
    pays: [100, 1090],
    patient: 1510,
    adjustment: 100,
  },
  {
    name: 'benefit reserve pays from earlier savings',
    charges: [150, 150],
    plans: [
      primary,
      {
        by: 'benefit-reserve',
        allows: 100,
        share: 0.1,
        overrides: { lines: [{ lineItemId: '2', coinsurance: 1 }] },
      },
    ],
    sum: 'line 1: N 90, pays 20, banks 70; line 2: N 0, pays 20 from the bank',
    pays: [160, 40],
    patient: 0,
    adjustment: 100,
  },
  {
    name: 'benefit reserve is used up',
    charges: [150, 150],
    plans: [
      primary,
      { by: 'benefit-reserve', allows: 100, deductible: 500, overrides: { benefitReserve: 25 } },
    ],
    sum: 'line 1: N 0, 20 of 25; line 2: the last 5',
    pays: [160, 25],
    patient: 15,
    adjustment: 100,
  },
  {
    name: 'Washington brings the total to 100 %',
    plans: [primary, { by: 'washington', allows: 100, deductible: 15 }],
    sum: 'unpaid 20, N 85: pays 20',
    pays: [80, 20],
    patient: 0,
    adjustment: 50,
  },
  {
    name: 'Washington, at most the higher deductible is left',
    plans: [
      { allows: 100, deductible: 30, share: 0.2 },
      { by: 'washington', allows: 100, deductible: 10, share: 0.9 },
    ],
    sum: 'P 56, unpaid 44, N 9; 44 - 30 = 14: pays 14',
    pays: [56, 14],
    patient: 30,
    adjustment: 50,
  },
  {
    name: 'Washington, own deductible above all',
    plans: [primary, { by: 'washington', allows: 100, deductible: 95 }],
    sum: 'max(N 5, 20 - 95): pays 5',
    pays: [80, 5],
    patient: 15,
    adjustment: 50,
  },
  {
    name: 'three plans',
    plans: [
      primary,
      { by: 'standard', allows: 100, deductible: 90 },
      { by: 'standard', allows: 100 },
    ],
    sum: '80; N 10; N 100, R 10: pays 10',
    pays: [80, 10, 10],
    patient: 0,
    adjustment: 50,
  },
  {
    name: 'three plans, the third by non-duplication',
    plans: [
      primary,
      { by: 'standard', allows: 100, deductible: 90 },
      { by: 'non-duplication', allows: 100, share: 0.05 },
    ],
    sum: '80; 10; N 95 - 90: pays 5',
    pays: [80, 10, 5],
    patient: 5,
    adjustment: 50,
  },
  {
    name: 'three plans, Medicaid last',
    plans: [
      { allows: 100, share: 0.5 },
      { by: 'medicare-fee-schedule', allows: 80, share: 0.5 },
      { by: 'medicaid', allows: 60 },
    ],
    sum: '50; lowest of 50, 40, 50 = 40; 60 - 90 < 0: pays 0',
    pays: [50, 40, 0],
    patient: 0,
    adjustment: 60,
  },
  {
    name: 'an inactive first plan is passed over',
    plans: [
      { allows: 100, overrides: { active: false } },
      { by: 'standard', allows: 110, share: 0.1 },
    ],
    sum: 'the second pays first: 99',
    pays: [0, 99],
    patient: 11,
    adjustment: 40,
    warns: ['coverage_inactive'],
  },
  {
    name: 'the first does not cover the line',
    plans: [
      { allows: 100, overrides: { covered: false } },
      { by: 'standard', allows: 100, share: 0.1 },
    ],
    sum: 'R 100, N 90: pays 90',
    pays: [0, 90],
    patient: 10,
    adjustment: 50,
  },
  {
    name: 'the second does not cover the line',
    plans: [primary, { by: 'standard', allows: 100, overrides: { covered: false } }],
    sum: 'pays 0',
    pays: [80, 0],
    patient: 20,
    adjustment: 50,
  },
  {
    name: 'the first out of network, the second in',
    plans: [
      { allows: 100, share: 0.4, overrides: { network: 'out' } },
      { by: 'standard', allows: 110, share: 0.1 },
    ],
    sum: 'P 60, R 150 - 60 = 90, N 99: pays 90; 150 paid',
    pays: [60, 90],
    patient: 0,
    adjustment: 0,
  },
  {
    name: 'the second out of network: the first contract binds',
    plans: [primary, { by: 'standard', allows: 90, share: 0.4, overrides: { network: 'out' } }],
    sum: 'N 54, R 20: pays 20',
    pays: [80, 20],
    patient: 0,
    adjustment: 50,
  },
  {
    name: 'both out of network',
    plans: [
      { allows: 100, share: 0.4, overrides: { network: 'out' } },
      { by: 'standard', allows: 90, share: 0.5, overrides: { network: 'out' } },
    ],
    sum: 'P 60, R 90, N 45: pays 45; the rest is billed',
    pays: [60, 45],
    patient: 45,
    adjustment: 0,
  },
  {
    name: 'a method by itself: Medicaid',
    plans: [
      primary,
      {
        allows: 90,
        eligibility: x12(
          active({ insurance: 'MC' }),
          coinsurance('0', { insurance: 'MC', net: '' }),
        ),
      },
    ],
    sum: '90 - 80, patient 0',
    pays: [80, 10],
    patient: 0,
    adjustment: 60,
    warns: ['coordination_assumed'],
  },
  {
    name: 'a method by itself: Medicare',
    charges: [175],
    plans: [
      { allows: 150, share: 0.2 },
      {
        allows: 125,
        eligibility: x12(
          active({ insurance: 'MB' }),
          deductible.left(0, { net: '', insurance: 'MB' }),
          coinsurance('.2', { net: '', insurance: 'MB' }),
        ),
      },
    ],
    sum: 'as in 411.33(b): pays 30',
    pays: [120, 30],
    patient: 0,
    adjustment: 25,
    warns: ['coordination_assumed'],
  },
  {
    name: 'a method by itself: standard',
    plans: [primary, { allows: 100, share: 0.1 }],
    sum: 'N 90, R 20: pays 20',
    pays: [80, 20],
    patient: 0,
    adjustment: 50,
    warns: ['coordination_assumed'],
  },
  {
    name: 'the first says that another pays first',
    plans: [
      { allows: 100, eligibility: x12(active(), coinsurance('.2'), otherPayer('EVERGREEN')) },
      { by: 'standard', allows: 100, share: 0.1 },
    ],
    sum: 'the order given stands',
    pays: [80, 20],
    patient: 0,
    adjustment: 50,
    warns: ['other_payer_primary'],
  },
  {
    name: 'not covered by its answer',
    plans: [
      primary,
      { by: 'standard', allows: 100, eligibility: x12(active(), notCovered({ stc: '98' })) },
    ],
    sum: 'pays 0',
    pays: [80, 0],
    patient: 20,
    adjustment: 50,
  },
]

const request = ({ charges = [150], plans }: Pick<Case, 'charges' | 'plans'>) =>
  patientCostRequestSchema.parse({
    lineItems: charges.map((chargeAmount, index) => ({
      id: String(index + 1),
      serviceTypeCode: '98',
      chargeAmount,
      network: 'in',
    })),
    payers: plans.map(
      ({ by, allows, share, deductible: left, overrides, eligibility, member }, index) => ({
        id: `plan ${index + 1}`,
        coordination: by,
        eligibility,
        member,
        overrides: {
          allowedAmount: allows,
          ...(share === undefined && eligibility !== undefined ? {} : { coinsurance: share ?? 0 }),
          ...(left === undefined ? {} : { deductibleRemaining: left }),
          ...overrides,
        },
      }),
    ),
  })

describe('coordination of benefits, worked by hand', () => {
  it.each(cases)('$name: $sum', (one) => {
    const answer = calculatePatientCost(request(one), today)
    const { totalPatientCost: patient, totalAdjustment: adjustment, plans } = answer
    expect({ pays: plans.map(({ totalPaid }) => totalPaid), patient, adjustment }).toEqual({
      pays: one.pays,
      patient: one.patient,
      adjustment: one.adjustment,
    })
    expect(answer.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(one.warns ?? []))
  })

  it('says when a method changes nothing', () => {
    const { warnings } = calculatePatientCost(
      request({ plans: [{ by: 'medicaid', allows: 100 }] }),
      today,
    )
    expect(warnings.find(({ code }) => code === 'overrides_unused')?.message).toContain(
      'coordination',
    )
    const overrides = { benefitReserve: 10, deductibleReading: 'lesser' }
    const later = { by: 'standard', allows: 100, overrides }
    const { plans } = calculatePatientCost(request({ plans: [primary, later] }), today)
    expect(plans[1]?.warnings).toContainEqual(
      expect.objectContaining({
        message: expect.stringMatching(/standard: benefitReserve changes/),
      }),
    )
  })

  it('gives both numbers where a write-off is not declared', () => {
    const plans: Plan[] = [primary, { by: 'maintenance-of-benefits', allows: 70 }]
    const { range, confidence } = calculatePatientCost(request({ plans }), today)
    expect({ range, confidence }).toEqual({ range: { low: 0, high: 20 }, confidence: 'medium' })
  })

  // P 40, N 60, A 90 after 100, R 60; the deductibles are 20 and 10.
  const first: Plan = { allows: 100, share: 0.5, deductible: 20 }
  const undeclared =
    'plan 2 pays later and allows $90.00, less than what is still open; nothing was written off ' +
    'for it. Set overrides.contractualWriteOff when its contract binds the provider too.'
  it.each<[string, Record<string, unknown>, string, string, string?]>([
    [
      'standard',
      {},
      "$60.00: the lesser of its own benefit $60.00 and the patient's balance $60.00",
      '$0.00',
    ],
    [
      'standard',
      { deductibleReading: 'above-own-deductible' },
      '$50.00: the lesser of its own benefit $60.00 and the balance above its own deductible $50.00',
      '$10.00',
      undeclared,
    ],
    [
      'naic',
      {},
      '$60.00: its own benefit $60.00, at most what is unpaid of the allowable expense ' +
        '$100.00 (NAIC model 120)',
      '$0.00',
    ],
    [
      'washington',
      {},
      '$60.00: up to 100 % of the allowable expense ($60.00 unpaid), the patient never owing ' +
        'more than the higher deductible $20.00 (WAC 284-51-230)',
      '$0.00',
    ],
    [
      'lower-of-allowables',
      {},
      '$50.00: its own benefit $60.00, at most its allowed amount $90.00 less $40.00 paid before',
      '$10.00',
      undeclared,
    ],
    [
      'non-duplication',
      {},
      '$20.00: its own benefit $60.00 less $40.00 paid before',
      '$40.00',
      undeclared,
    ],
    [
      'maintenance-of-benefits',
      {},
      '$30.00: its rules on its allowed amount less what was paid before ($90.00 - $40.00)',
      '$30.00',
      undeclared,
    ],
    [
      'medicaid',
      {},
      "$20.00: Medicaid's own payment $60.00 less $40.00 paid before; the rest is written off",
      '$0.00, and $40.00 is written off',
    ],
    [
      'medicare-fee-schedule',
      {},
      '$60.00: the lowest of charge less primary payment $60.00, Medicare alone $60.00, ' +
        'and higher allowed amount less primary payment $60.00 (42 CFR 411.33(a))',
      '$0.00',
    ],
    [
      'medicare-reasonable-charge',
      {},
      '$50.00: the lowest of $60.00, $50.00, $60.00, $70.00 (42 CFR 411.33(e))',
      '$0.00, and $10.00 is written off (42 CFR 411.35)',
    ],
    [
      'benefit-reserve',
      { benefitReserve: 15 },
      "$60.00: the patient's balance $60.00, at most its own benefit $60.00 and $15.00 of " +
        'banked savings',
      '$0.00',
    ],
  ])('says how %s is reckoned: %j', (by, overrides, pays, owes, warning) => {
    const later: Plan = { by, allows: 90, share: 0.25, deductible: 10, overrides }
    const answer = calculatePatientCost(request({ plans: [first, later] }), today)
    const steps = answer.plans[1]?.steps.slice(-2).map(({ description }) => description)
    expect(steps).toEqual([`plan 2 pays ${pays}.`, `After plan 2 the patient owes ${owes}.`])
    const undone = answer.warnings.filter(({ code }) => code === 'write_off_undeclared')
    expect(undone.map(({ message }) => message)).toEqual(warning ? [warning] : [])
  })

  it('says what the later plan reckoned with', () => {
    const { plans } = calculatePatientCost(
      request({ plans: [primary, { by: 'standard', allows: 100, share: 0.1 }] }),
      today,
    )
    expect(plans[1]).toMatchObject({
      position: 2,
      coordination: 'standard',
      totalAlone: 90,
      totalPaid: 20,
    })
    expect(plans[1]?.steps.slice(-2)).toEqual([
      {
        lineItemId: '1',
        rule: 'coordination',
        description:
          "plan 2 pays $20.00: the lesser of its own benefit $90.00 and the patient's balance $20.00.",
        amount: 20,
        before: 20,
        after: 0,
        source: null,
      },
      {
        lineItemId: '1',
        rule: 'balance',
        description: 'After plan 2 the patient owes $0.00.',
        amount: 0,
        before: 0,
        after: 0,
        source: null,
      },
    ])
  })
})

describe('order of benefits', () => {
  const order = (...members: Record<string, unknown>[]) => {
    const answer = calculatePatientCost(
      request({ plans: members.map((member) => ({ by: 'standard', allows: 100, member })) }),
      today,
    )
    return {
      expected: answer.orderOfBenefits?.expected.map((id) => Number(id.slice(5))),
      why: answer.orderOfBenefits?.explanation.join(' '),
      warned: answer.warnings.some(({ code }) => code === 'order_of_benefits'),
    }
  }
  const cases: [string, Record<string, unknown>[], number[], string][] = [
    [
      'the employee before the dependent',
      [{ relationship: 'spouse' }, { relationship: 'self' }],
      [2, 1],
      'as the employee',
    ],
    [
      'in the right order',
      [{ relationship: 'self' }, { relationship: 'spouse' }],
      [1, 2],
      'as the employee',
    ],
    [
      'working before retired',
      [{ employment: 'retired' }, { employment: 'active' }],
      [2, 1],
      'somebody who works',
    ],
    ['working before COBRA', [{ employment: 'cobra' }, { employment: 'active' }], [2, 1], 'COBRA'],
    [
      'birthday rule, not the year',
      [
        { relationship: 'child', subscriberBirthday: '09-30' },
        { relationship: 'child', subscriberBirthday: '02-01' },
      ],
      [2, 1],
      'birthday rule',
    ],
    [
      'a court order before the birthday',
      [
        { relationship: 'child', subscriberBirthday: '02-01' },
        { relationship: 'child', subscriberBirthday: '09-30', courtOrdered: true },
      ],
      [2, 1],
      'court order',
    ],
    [
      'the same birthday: longer coverage',
      [
        { relationship: 'child', subscriberBirthday: '02-01', coveredSince: '2020-01-01' },
        { relationship: 'child', subscriberBirthday: '02-01', coveredSince: '2015-01-01' },
      ],
      [2, 1],
      'covered longer',
    ],
    ['Medicaid last', [{ programme: 'medicaid' }, {}], [2, 1], 'pay last'],
    [
      'Medicaid after TRICARE',
      [{ programme: 'medicaid' }, { programme: 'tricare' }, {}],
      [3, 2, 1],
      'Medicaid pays after TRICARE',
    ],
    [
      'Medicare (age) after an employer of 20',
      [{ programme: 'medicare' }, { employerSize: 20 }],
      [2, 1],
      '20 or more employees',
    ],
    [
      'Medicare (age) before an employer of 19',
      [{ employerSize: 19 }, { programme: 'medicare' }],
      [2, 1],
      'fewer than 20',
    ],
    [
      'Medicare (disability) before an employer of 99',
      [{ employerSize: 99 }, { programme: 'medicare', medicareReason: 'disability' }],
      [2, 1],
      'fewer than 100',
    ],
    [
      'Medicare (disability) after an employer of 100',
      [{ programme: 'medicare', medicareReason: 'disability' }, { employerSize: 100 }],
      [2, 1],
      '100 or more',
    ],
    [
      'Medicare (ESRD) after any group plan for 30 months',
      [
        { programme: 'medicare', medicareReason: 'esrd', esrdMonths: 30 },
        { employerSize: 5, employment: 'retired' },
      ],
      [2, 1],
      '30 months',
    ],
    [
      'Medicare (ESRD) first from month 31',
      [{ employerSize: 500 }, { programme: 'medicare', medicareReason: 'esrd', esrdMonths: 31 }],
      [2, 1],
      'after 30 months',
    ],
    [
      'Medicare before a retired plan',
      [{ employment: 'retired' }, { programme: 'medicare' }],
      [2, 1],
      'no longer works',
    ],
    [
      'the employee before the child of another',
      [{ relationship: 'child', subscriberBirthday: '02-01' }, { relationship: 'self' }],
      [2, 1],
      'as the employee',
    ],
    [
      'somebody without an employer before a retired plan',
      [{ employment: 'retired' }, { employment: 'none' }],
      [2, 1],
      'somebody who works',
    ],
    [
      'an employer whose size is not given',
      [{ programme: 'medicare' }, {}],
      [2, 1],
      '20 or more employees comes before Medicare (the size was assumed).',
    ],
    [
      'an employer whose size is given',
      [{ programme: 'medicare' }, { employerSize: 20 }],
      [2, 1],
      '20 or more employees comes before Medicare.',
    ],
  ]
  const undecided: [string, Record<string, unknown>[]][] = [
    ['the same of both', [{}, {}]],
    [
      'one birthday alone',
      [{ relationship: 'child', subscriberBirthday: '02-01' }, { relationship: 'child' }],
    ],
    [
      'the same birthday',
      [
        { relationship: 'child', subscriberBirthday: '02-01' },
        { relationship: 'child', subscriberBirthday: '02-01' },
      ],
    ],
    ['a start of coverage of one alone', [{ coveredSince: '2015-01-01' }, {}]],
    [
      'the same start of coverage',
      [{ coveredSince: '2015-01-01' }, { coveredSince: '2015-01-01' }],
    ],
  ]
  it.each(cases)('%s', (_name, members, expected, why) => {
    expect(order(...members)).toEqual({
      expected,
      why: expect.stringContaining(why),
      warned: expected[0] !== 1,
    })
  })

  it.each(cases)('does not hang on the order given: %s', (_name, members, expected, why) => {
    const turned = expected.map((plan) => members.length + 1 - plan)
    expect(order(...members.toReversed())).toEqual({
      expected: turned,
      why: expect.stringContaining(why),
      warned: turned[0] !== 1,
    })
  })

  it.each(undecided)('stays as given where nothing decides: %s', (_name, members) => {
    const why = 'plan 1 before plan 2: no rule decides; the order given stands.'
    expect(order(...members)).toEqual({ expected: [1, 2], why, warned: false })
    expect(order(...members.toReversed())).toEqual({ expected: [1, 2], why, warned: false })
  })

  it('calls plans by their names, and asks for the member of each', () => {
    const payer = (id: string, relationship: 'self' | 'spouse', name?: string) => ({
      id,
      name,
      overrides: { copay: 1 },
      member: { relationship },
    })
    const { payers } = patientCostRequestSchema.parse({
      lineItems: [{ id: '1', chargeAmount: 1 }],
      payers: [payer('a', 'self', 'Alder'), payer('b', 'spouse')],
    })
    expect(orderOfBenefits(payers)?.explanation).toEqual([
      expect.stringMatching(/^Alder before b: /),
    ])
    const [known] = payers
    expect(
      orderOfBenefits(known ? [...payers, { ...known, id: 'c', member: undefined }] : []),
    ).toBe(null)
  })

  it('is left out unless every payer says who its member is', () => {
    expect(
      calculatePatientCost(
        request({
          plans: [
            { allows: 100, member: {} },
            { by: 'standard', allows: 100 },
          ],
        }),
        today,
      ).orderOfBenefits,
    ).toBeNull()
  })
})
