import { describe, expect, it } from 'vitest'
import {
  active,
  coinsurance,
  copay,
  deductible,
  inactive,
  maximumLeft,
  notCovered,
  outOfPocket,
  spendDown,
  text,
  visitsLeft,
  x12,
} from '#test/samples/patient-cost/eb'
import { calculatePatientCost } from './calculate/calculate.ts'
import { patientCostRequestSchema } from './request.ts'

const today = { today: '2026-11-22' }

type Line = {
  stc?: string
  charge?: number
  allowed?: number | null
  network?: 'in' | 'out'
  place?: string
  procedure?: string
}
type Case = {
  name: string
  /** The plan, as its 271 states it. */
  plan: string[]
  overrides?: Record<string, unknown>
  /** Left out: one office visit (98), charge 200, allowed 150, in network. */
  lines?: Line[]
  /** By hand, so that a reader can follow: what the patient owes for each line. */
  sum: string
  patient: number[]
  paid: number
  /** Codes of warnings that must be there. */
  warns?: string[]
}

const visit98 = { stc: '98' }
const twice: Line[] = [{}, {}]
const out: Line[] = [{ network: 'out' }]

/** Worked by hand. The line is 200 charged and 150 allowed unless it says otherwise. */
const cases: Case[] = [
  { name: 'coinsurance', plan: [coinsurance('.2')], sum: '20% of 150', patient: [30], paid: 120 },
  { name: 'copay', plan: [copay(30, visit98)], sum: '30', patient: [30], paid: 120 },
  {
    name: 'deductible',
    plan: [deductible.left(50), coinsurance('0')],
    sum: '50',
    patient: [50],
    paid: 100,
  },
  {
    name: 'deductible, then coinsurance',
    plan: [deductible.left(50), coinsurance('.2')],
    sum: '50 + 20% of (150 - 50) = 50 + 20',
    patient: [70],
    paid: 80,
  },
  {
    name: 'deductible, then copay, then coinsurance',
    plan: [deductible.left(50), copay(30), coinsurance('.2')],
    sum: '50 + 30 + 20% of 70 = 94',
    patient: [94],
    paid: 56,
  },
  {
    name: 'deductible above the allowed amount',
    plan: [deductible.left(500), coinsurance('.2')],
    sum: 'all 150',
    patient: [150],
    paid: 0,
  },
  {
    name: 'copay above the allowed amount',
    plan: [copay(30)],
    lines: [{ allowed: 20 }],
    sum: 'min(30, 20)',
    patient: [20],
    paid: 0,
  },
  {
    name: 'nothing charged',
    plan: [copay(30), coinsurance('.2')],
    lines: [{ charge: 0, allowed: 0 }],
    sum: '0',
    patient: [0],
    paid: 0,
  },
  {
    name: 'rounding up',
    plan: [coinsurance('.2')],
    lines: [{ allowed: 33.33 }],
    sum: '6.666 -> 6.67',
    patient: [6.67],
    paid: 26.66,
  },
  {
    name: 'rounding half up',
    plan: [coinsurance('.5')],
    lines: [{ charge: 0.05, allowed: 0.05 }],
    sum: '0.025 -> 0.03',
    patient: [0.03],
    paid: 0.02,
  },
  {
    name: 'rounding half up where a float would fall short',
    plan: [coinsurance('.35')],
    lines: [{ charge: 1.1, allowed: 1.1 }],
    sum: '0.385 -> 0.39 (in floats 0.38499…)',
    patient: [0.39],
    paid: 0.71,
  },
  {
    name: 'a third of a line',
    plan: [coinsurance('.333333')],
    lines: [{ allowed: 100 }],
    sum: '33.3333 -> 33.33',
    patient: [33.33],
    paid: 66.67,
  },
  {
    name: 'out-of-pocket maximum',
    plan: [coinsurance('.2'), outOfPocket.left(120)],
    lines: [{ charge: 1500, allowed: 1000 }],
    sum: 'min(200, 120)',
    patient: [120],
    paid: 880,
  },
  {
    name: 'out-of-pocket maximum met: not even the deductible',
    plan: [deductible.left(500), coinsurance('.2'), outOfPocket.total(500), outOfPocket.left(0)],
    sum: 'min(150, 0)',
    patient: [0],
    paid: 150,
  },
  {
    name: 'out-of-pocket total less year to date',
    plan: [coinsurance('.5'), outOfPocket.total(1000), outOfPocket.ytd(960)],
    sum: 'min(75, 1000 - 960)',
    patient: [40],
    paid: 110,
  },
  {
    name: 'the deductible carries to the next line',
    plan: [deductible.left(200), coinsurance('.2')],
    lines: twice,
    sum: '150; then 50 + 20% of 100',
    patient: [150, 70],
    paid: 80,
  },
  {
    name: 'the out-of-pocket maximum carries',
    plan: [coinsurance('.5'), outOfPocket.left(100)],
    lines: twice,
    sum: '75; then min(75, 25)',
    patient: [75, 25],
    paid: 200,
  },
  {
    name: 'a deductible that counts to the maximum',
    plan: [deductible.left(100), coinsurance('.2'), outOfPocket.left(105)],
    sum: '100 + 10, at most 105',
    patient: [105],
    paid: 45,
  },
  {
    name: 'copay before the deductible',
    plan: [deductible.left(100), copay(30), coinsurance('.2')],
    overrides: { costShareOrder: 'before-deductible' },
    sum: '30 + 100 + 20% of 20 = 134',
    patient: [134],
    paid: 16,
  },
  {
    name: 'no charge',
    plan: [deductible.left(100), copay(30)],
    overrides: { costShareOrder: 'no-charge' },
    sum: '0',
    patient: [0],
    paid: 150,
  },
  {
    name: 'no charge after the deductible',
    plan: [deductible.left(50), copay(30)],
    overrides: { costShareOrder: 'no-charge-after-deductible' },
    sum: '50',
    patient: [50],
    paid: 100,
  },
  {
    name: 'deductible waived by the caller',
    plan: [deductible.left(500), copay(30), coinsurance('.2')],
    overrides: { costShareOrder: 'deductible-waived' },
    sum: '30 + 20% of 120',
    patient: [54],
    paid: 96,
  },
  {
    name: 'deductible waived by a text of the copay',
    plan: [deductible.left(500), copay(30, { ...visit98, message: 'DEDUCTIBLE WAIVED' })],
    sum: '30',
    patient: [30],
    paid: 120,
  },
  {
    name: 'deductible waived by a limitation of the service',
    plan: [deductible.left(500), copay(30, visit98), text('Office visit/Plan Ded Waived', visit98)],
    sum: '30',
    patient: [30],
    paid: 120,
  },
  {
    name: 'a waiver of another service changes nothing',
    plan: [
      deductible.left(100),
      copay(30, visit98),
      text('Urgent Care/Plan Ded Waived', { stc: 'UC' }),
    ],
    sum: 'a copay for the visit is what it costs: 30',
    patient: [30],
    paid: 120,
    warns: ['copay_without_deductible'],
  },
  {
    name: 'a service deductible of zero does not apply',
    plan: [deductible.left(500), deductible.of(0, visit98), coinsurance('.2')],
    sum: '20% of 150',
    patient: [30],
    paid: 120,
  },
  {
    name: 'total less year to date',
    plan: [deductible.total(1000), deductible.ytd(900), coinsurance('.2')],
    sum: '100 + 20% of 50',
    patient: [110],
    paid: 40,
  },
  {
    name: 'a total alone: nothing taken as met',
    plan: [deductible.total(1000), coinsurance('.2')],
    sum: 'all 150',
    patient: [150],
    paid: 0,
    warns: ['C_met_unknown'],
  },
  {
    name: 'remaining before total',
    plan: [deductible.total(1000), deductible.left(10), coinsurance('.2')],
    sum: '10 + 20% of 140',
    patient: [38],
    paid: 112,
  },
  {
    name: 'more used than the total',
    plan: [deductible.total(100), deductible.ytd(130), coinsurance('.2')],
    sum: '0 + 20% of 150',
    patient: [30],
    paid: 120,
  },
  {
    name: "a service's total is the plan's deductible said again",
    plan: [deductible.left(40), deductible.of(250, visit98), coinsurance('.2')],
    sum: '40 + 20% of 110',
    patient: [62],
    paid: 88,
  },
  {
    name: 'a service deductible below what is left of the plan is its own',
    plan: [deductible.left(500), deductible.of(25, visit98), coinsurance('.2')],
    sum: '25 + 20% of 125',
    patient: [50],
    paid: 100,
  },
  {
    name: 'service type before the whole plan',
    plan: [coinsurance('.3'), coinsurance('.1', visit98)],
    sum: '10% of 150',
    patient: [15],
    paid: 135,
  },
  {
    name: 'procedure before service type',
    plan: [coinsurance('.1', visit98), coinsurance('.05', { procedure: '99213' })],
    lines: [{ procedure: '99213' }],
    sum: '5% of 150',
    patient: [7.5],
    paid: 142.5,
  },
  {
    name: "another procedure's statement is not taken",
    plan: [coinsurance('.1', visit98), coinsurance('.05', { procedure: '99214' })],
    lines: [{ procedure: '99213' }],
    sum: '10% of 150',
    patient: [15],
    paid: 135,
  },
  {
    name: 'exactly this network before both',
    plan: [coinsurance('.3', { net: 'W' }), coinsurance('.1')],
    sum: '10% of 150',
    patient: [15],
    paid: 135,
  },
  {
    name: 'both networks when nothing is more exact',
    plan: [coinsurance('.2', { net: 'W' }), coinsurance('.5', { net: 'N' })],
    sum: '20% of 150',
    patient: [30],
    paid: 120,
  },
  {
    name: 'out of network, with balance billing',
    plan: [coinsurance('.1'), coinsurance('.4', { net: 'N' })],
    lines: out,
    sum: '40% of 150 + (200 - 150) = 60 + 50',
    patient: [110],
    paid: 90,
    warns: ['balance_billing'],
  },
  {
    name: 'out of network, balance billing forbidden',
    plan: [coinsurance('.4', { net: 'N' })],
    overrides: { balanceBilling: false },
    lines: out,
    sum: '40% of 150',
    patient: [60],
    paid: 90,
  },
  {
    name: 'balance billing does not count to the maximum',
    plan: [coinsurance('.4', { net: 'N' }), outOfPocket.left(100, { net: 'N' })],
    lines: [{ network: 'out' }, { network: 'out' }],
    sum: '60 + 50; then min(60, 40) + 50',
    patient: [110, 90],
    paid: 200,
  },
  {
    name: 'out of network without any out-of-network statement',
    plan: [coinsurance('.2'), copay(20)],
    lines: out,
    sum: 'not covered: the charge',
    patient: [200],
    paid: 0,
  },
  {
    name: 'in and out of network have deductibles of their own',
    plan: [
      deductible.left(100),
      deductible.left(130, { net: 'N' }),
      coinsurance('0'),
      coinsurance('0', { net: 'N' }),
    ],
    lines: [{}, { network: 'out' }],
    sum: '100; then 130 + 50',
    patient: [100, 180],
    paid: 70,
  },
  {
    name: 'individual before family',
    plan: [copay(20), copay(40, { level: 'FAM' })],
    sum: '20',
    patient: [20],
    paid: 130,
  },
  {
    name: 'family copay when it is all there is',
    plan: [copay(40, { level: 'FAM' })],
    sum: '40',
    patient: [40],
    paid: 110,
  },
  {
    name: 'family deductible, embedded: the lesser binds',
    plan: [deductible.left(100), deductible.left(30, { level: 'FAM' }), coinsurance('.2')],
    sum: '30 + 20% of 120',
    patient: [54],
    paid: 96,
  },
  {
    name: 'embedded by default',
    plan: [deductible.left(100), deductible.left(400, { level: 'FAM' }), coinsurance('.2')],
    sum: '100 + 20% of 50',
    patient: [110],
    paid: 40,
  },
  {
    name: 'aggregate by its text: the family amount alone',
    plan: [
      deductible.left(100),
      deductible.left(400, {
        level: 'FAM',
        message: 'DEDUCTIBLE IS MET WHEN FAMILY AMOUNT IS SATISFIED',
      }),
      coinsurance('.2'),
    ],
    sum: 'all 150',
    patient: [150],
    paid: 0,
  },
  {
    name: 'aggregate by the caller',
    plan: [deductible.left(100), deductible.left(120, { level: 'FAM' }), coinsurance('.2')],
    overrides: { familyAccumulation: 'aggregate' },
    sum: '120 + 20% of 30',
    patient: [126],
    paid: 24,
  },
  {
    name: 'embedded by the caller, against the text',
    plan: [
      deductible.left(100),
      deductible.left(400, { level: 'FAM', message: 'AGGREGATE' }),
      coinsurance('.2'),
    ],
    overrides: { familyAccumulation: 'embedded' },
    sum: '100 + 20% of 50',
    patient: [110],
    paid: 40,
  },
  {
    name: 'the family amount falls with the individual one',
    plan: [deductible.left(100), deductible.left(120, { level: 'FAM' }), coinsurance('0')],
    lines: [{ allowed: 90 }, { allowed: 90 }],
    sum: '90; then min(100 - 90, 120 - 90)',
    patient: [90, 10],
    paid: 80,
  },
  {
    name: 'a family deductible alone',
    plan: [deductible.left(40, { level: 'FAM' }), coinsurance('.2')],
    sum: '40 + 20% of 110',
    patient: [62],
    paid: 88,
    warns: ['C_family_only'],
  },
  {
    name: 'a level that is not stated is the individual',
    plan: [deductible.left(40, { level: '' }), coinsurance('.2', { level: '' })],
    sum: '40 + 20% of 110',
    patient: [62],
    paid: 88,
    warns: ['level_assumed'],
  },
  {
    name: '20 in place of 0.2',
    plan: [coinsurance('20')],
    sum: '20% of 150',
    patient: [30],
    paid: 120,
    warns: ['percent_above_one'],
  },
  {
    name: '1 is the whole, not one percent',
    plan: [coinsurance('1')],
    sum: '100% of 150',
    patient: [150],
    paid: 0,
  },
  {
    name: 'a service that is not covered',
    plan: [coinsurance('.2'), notCovered(visit98)],
    sum: 'all 150; the contract still binds',
    patient: [150],
    paid: 0,
  },
  {
    name: 'not covered does not use up the deductible',
    plan: [deductible.left(100), coinsurance('0'), notCovered(visit98)],
    lines: [{}, { stc: '4' }],
    sum: '150; then 100',
    patient: [150, 100],
    paid: 50,
  },
  {
    name: 'not covered out of network only',
    plan: [coinsurance('.2'), notCovered({ ...visit98, net: 'N' })],
    sum: '20% of 150',
    patient: [30],
    paid: 120,
  },
  {
    name: 'a part of the service that is not covered',
    plan: [coinsurance('.2'), notCovered({ ...visit98, message: 'Doctor On Demand visits' })],
    sum: '20% of 150',
    patient: [30],
    paid: 120,
    warns: ['partly_not_covered'],
  },
  {
    name: 'no visits left',
    plan: [copay(30), visitsLeft(0, { stc: '33' })],
    lines: [{ stc: '33' }],
    sum: 'all 150',
    patient: [150],
    paid: 0,
  },
  {
    name: 'visits left',
    plan: [copay(30), visitsLeft(3, { stc: '33' })],
    lines: [{ stc: '33' }],
    sum: '30',
    patient: [30],
    paid: 120,
  },
  {
    name: 'an annual maximum of the plan',
    plan: [coinsurance('.2', { stc: '35' }), maximumLeft(100, { stc: '35' })],
    lines: [{ stc: '35' }],
    sum: '30 + (120 - 100)',
    patient: [50],
    paid: 100,
  },
  {
    name: 'the annual maximum carries',
    plan: [coinsurance('0', { stc: '35' }), maximumLeft(200, { stc: '35' })],
    lines: [{ stc: '35' }, { stc: '35' }],
    sum: '0; then 150 - 50',
    patient: [0, 100],
    paid: 200,
  },
  {
    name: 'inactive',
    plan: [inactive(), coinsurance('.2')],
    sum: 'the charge: no contract binds',
    patient: [200],
    paid: 0,
    warns: ['coverage_inactive'],
  },
  {
    name: 'active for the plan, inactive for the service',
    plan: [active(), inactive({ stc: '35' }), coinsurance('.2')],
    lines: [{ stc: '35' }, {}],
    sum: '200; then 20% of 150',
    patient: [200, 30],
    paid: 120,
  },
  {
    name: 'a spend-down before everything',
    plan: [spendDown(40), coinsurance('.2', { net: 'W' })],
    sum: '40 + 20% of 110',
    patient: [62],
    paid: 88,
  },
  {
    name: 'copay outside of the maximum',
    plan: [copay(30), coinsurance('.2'), outOfPocket.left(10)],
    overrides: { outOfPocketIncludes: ['deductible', 'coinsurance'] },
    sum: '30 + min(24, 10)',
    patient: [40],
    paid: 110,
  },
  {
    name: 'coinsurance outside of the maximum by its text',
    plan: [coinsurance('.2', { message: 'DOES NOT APPLY TO OUT OF POCKET' }), outOfPocket.left(10)],
    sum: '20% of 150',
    patient: [30],
    paid: 120,
  },
  {
    name: 'a copay for each line',
    plan: [copay(30)],
    lines: twice,
    sum: '30; 30',
    patient: [30, 30],
    paid: 240,
    warns: ['copay_per_line'],
  },
  {
    name: 'a copay for the visit',
    plan: [copay(30)],
    overrides: { copayPer: 'visit' },
    lines: twice,
    sum: '30; then 0',
    patient: [30, 0],
    paid: 270,
  },
  {
    name: 'place of service',
    plan: [copay(30, visit98), copay(0, { ...visit98, place: '10', message: 'TELEHEALTH' })],
    lines: [{ place: '10' }, { place: '11' }],
    sum: 'telehealth 0; office 30',
    patient: [0, 30],
    paid: 270,
  },
  {
    name: 'a statement without a condition before one with',
    plan: [copay(30, visit98), copay(40, { ...visit98, message: 'SPECIALIST' })],
    sum: '30',
    patient: [30],
    paid: 120,
    warns: ['several_copays'],
  },
  {
    name: 'a statement by its text',
    plan: [copay(30, visit98), copay(40, { ...visit98, message: 'SPECIALIST' })],
    overrides: { benefitMessage: 'specialist' },
    sum: '40',
    patient: [40],
    paid: 110,
  },
  {
    name: "supplies' coinsurance beside the visit's copay",
    plan: [
      copay(30, visit98),
      coinsurance('.3', { ...visit98, message: 'DRUGS, AGENTS, SUPPLIES' }),
    ],
    sum: '30',
    patient: [30],
    paid: 120,
    warns: ['coinsurance_conditional'],
  },
  {
    name: "the plan's coinsurance beside the service's copay",
    plan: [copay(30, visit98), coinsurance('.3')],
    sum: '30',
    patient: [30],
    paid: 120,
    warns: ['coinsurance_of_plan'],
  },
  {
    name: 'authorization',
    plan: [coinsurance('.2', { auth: 'Y' })],
    sum: '20% of 150',
    patient: [30],
    paid: 120,
    warns: ['authorization_required'],
  },
  {
    name: 'allowed above the charge',
    plan: [coinsurance('.2')],
    lines: [{ charge: 100, allowed: 150 }],
    sum: '20% of 100',
    patient: [20],
    paid: 80,
    warns: ['allowed_above_charge'],
  },
  {
    name: 'no allowed amount',
    plan: [coinsurance('.2')],
    lines: [{ allowed: null }],
    sum: '20% of 200',
    patient: [40],
    paid: 160,
    warns: ['allowed_assumed'],
  },
  {
    name: 'Medicare Part B',
    plan: [
      deductible.left(57, { level: '', net: '', insurance: 'MB' }),
      coinsurance('.2', { level: '', net: '', insurance: 'MB' }),
    ],
    sum: '57 + 20% of 93 = 57 + 18.60',
    patient: [75.6],
    paid: 74.4,
    warns: ['network_unstated'],
  },
  {
    name: 'Medicare Part A for a hospital stay, Part B for a visit',
    plan: [
      deductible.left(1736, { level: '', net: '', insurance: 'MA' }),
      deductible.left(57, { level: '', net: '', insurance: 'MB' }),
      coinsurance('.2', { level: '', net: '', insurance: 'MB' }),
    ],
    lines: [{ stc: '48', charge: 6000, allowed: 5000 }, {}],
    sum: '1736; then 57 + 20% of 93',
    patient: [1736, 75.6],
    paid: 3338.4,
  },
  {
    name: 'Medicare Part B that states no coinsurance',
    plan: [
      active({ insurance: 'MB' }),
      deductible.left(0, { level: '', net: '', insurance: 'MB' }),
    ],
    sum: 'statutory 20% of 150',
    patient: [30],
    paid: 120,
    warns: ['medicare_coinsurance'],
  },
  {
    name: 'overrides alone',
    plan: [],
    overrides: {
      deductibleRemaining: 50,
      copay: 10,
      coinsurance: 0.25,
      outOfPocketRemaining: 1000,
    },
    sum: '50 + 10 + 25% of 90 = 82.50',
    patient: [82.5],
    paid: 67.5,
  },
  {
    name: 'an override for one line',
    plan: [copay(30)],
    overrides: { lines: [{ lineItemId: '2', copay: 5 }] },
    lines: twice,
    sum: '30; 5',
    patient: [30, 5],
    paid: 265,
  },
  {
    name: 'an override of the allowed amount',
    plan: [coinsurance('.2')],
    overrides: { allowedAmount: 100 },
    sum: '20% of 100',
    patient: [20],
    paid: 80,
  },
  {
    name: 'allowed amounts of single lines, before that of the plan',
    plan: [coinsurance('.2')],
    overrides: {
      allowedAmount: 100,
      lines: [
        { lineItemId: '2', allowedAmount: 50 },
        { lineItemId: '3', copay: 5 },
      ],
    },
    lines: [{}, {}, {}],
    sum: '20% of 100; 20% of 50; 5 + 20% of 95',
    patient: [20, 10, 24],
    paid: 196,
  },
  {
    name: 'not covered by the caller',
    plan: [coinsurance('.2')],
    overrides: { covered: false },
    sum: 'all 150',
    patient: [150],
    paid: 0,
  },
  {
    name: 'network by the caller',
    plan: [coinsurance('.1'), coinsurance('.4', { net: 'N' })],
    overrides: { network: 'out', balanceBilling: false },
    sum: '40% of 150',
    patient: [60],
    paid: 90,
  },
]

const request = ({ plan, overrides, lines = [{}] }: Case) =>
  patientCostRequestSchema.parse({
    lineItems: lines.map(
      ({ stc = '98', charge = 200, allowed = 150, network = 'in', place, procedure }, index) => ({
        id: String(index + 1),
        serviceTypeCode: stc,
        chargeAmount: charge,
        ...(allowed === null ? {} : { allowedAmount: allowed }),
        network,
        place,
        procedureCode: procedure,
      }),
    ),
    payers: [{ id: 'plan', ...(plan.length > 0 ? { eligibility: x12(...plan) } : {}), overrides }],
  })

describe('one plan, worked by hand', () => {
  it.each(cases)('$name: $sum', (one) => {
    const answer = calculatePatientCost(request(one), today)
    expect({
      patient: answer.lineItems.map(({ patientCost }) => patientCost),
      paid: answer.totalPayerCost,
    }).toEqual({ patient: one.patient, paid: one.paid })
    const charges = (one.lines ?? [{}]).reduce((total, { charge = 200 }) => total + charge, 0)
    expect(answer.totalAdjustment).toBeCloseTo(
      charges - one.paid - one.patient.reduce((total, amount) => total + amount, 0),
      9,
    )
    expect(answer.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(one.warns ?? []))
  })

  it('says every step in words, each beginning where the last one ended', () => {
    const { plans } = calculatePatientCost(
      request({
        name: '',
        sum: '',
        patient: [],
        paid: 0,
        plan: [deductible.left(50), copay(30), coinsurance('.2'), outOfPocket.left(90)],
      }),
      today,
    )
    expect(
      plans[0]?.steps.map(({ rule, amount, before, after }) => [rule, amount, before, after]),
    ).toEqual([
      ['submitted', 200, 0, 200],
      ['eligible', 50, 200, 150],
      ['deductible', 50, 150, 100],
      ['copay', 30, 100, 70],
      ['coinsurance', 14, 70, 56],
      ['out-of-pocket-limit', 4, 56, 60],
      ['benefit', 60, 60, 0],
      ['balance', 50, 140, 90],
    ])
    expect(plans[0]?.steps[2]).toEqual({
      lineItemId: '1',
      rule: 'deductible',
      description: 'Deductible: $50.00 is left of it, so the patient bears $50.00.',
      amount: 50,
      before: 150,
      after: 100,
      source: 'Statement 1: Deductible $50.00, IND, service type 30, remaining, in network',
    })
    expect(
      plans[0]?.benefitBalance.map(({ name, before, used, remaining }) => [
        name,
        before,
        used,
        remaining,
      ]),
    ).toEqual([
      ['deductible', 50, 50, 0],
      ['out-of-pocket maximum', 90, 90, 0],
    ])
    expect(plans[0]).toMatchObject({
      deductible: 50,
      copay: 30,
      coinsurance: 10,
      noncovered: 0,
      totalPaid: 60,
      coordination: 'primary',
      position: 1,
    })
  })

  it('without a payer the patient owes the charges', () => {
    const answer = calculatePatientCost(
      patientCostRequestSchema.parse({
        lineItems: [{ id: 'a', chargeAmount: 80, allowedAmount: 60 }],
        payers: [],
      }),
      today,
    )
    expect(answer).toMatchObject({
      totalPatientCost: 80,
      totalPayerCost: 0,
      totalAdjustment: 0,
      warnings: [{ code: 'no_payer' }],
    })
  })
})
