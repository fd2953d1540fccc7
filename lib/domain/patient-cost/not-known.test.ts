import { describe, expect, it } from 'vitest'
import {
  active,
  coinsurance,
  copay,
  deductible,
  outOfPocket,
  x12,
} from '#test/samples/patient-cost/eb'
import {
  codesOf,
  costOf,
  deductibleOf,
  officeVisit,
  outOfPocketOf,
} from '#test/samples/patient-cost/visit'
import { calculatePatientCost } from './calculate/calculate.ts'
import { patientCostRequestSchema } from './request.ts'

const visit = { stc: '98' }
const family = { level: 'FAM' }

describe('a level of 0 of 0 is none, not one that is met', () => {
  it.each<[string, string[], number]>([
    ['copay and a family maximum of 0', [copay(25, visit), ...outOfPocketOf(0, 0, family)], 25],
    [
      'an individual deductible of 0 beside a family one',
      [coinsurance('.2'), ...deductibleOf(0, 0), ...deductibleOf(3000, 800, family)],
      150,
    ],
    [
      'a dual-eligible plan: a family maximum of 0 beside an individual one',
      [
        coinsurance('.2'),
        ...deductibleOf(0, 0),
        ...outOfPocketOf(8300, 8300),
        ...outOfPocketOf(0, 0, family),
      ],
      30,
    ],
    [
      "a vision plan's own maximum",
      [copay(25, visit), ...outOfPocketOf(8000, 6000), ...outOfPocketOf(0, 0, { plan: 'VISION' })],
      25,
    ],
    [
      "a vision plan's own maximum that is met",
      [
        copay(25, visit),
        ...outOfPocketOf(8000, 6000),
        ...outOfPocketOf(150, 0, { plan: 'VISION', level: 'FAM' }),
      ],
      25,
    ],
    [
      'two plans, and the copay names its own',
      [
        copay(25, { ...visit, plan: 'GOLD' }),
        ...outOfPocketOf(8000, 6000, { plan: 'GOLD' }),
        ...outOfPocketOf(500, 0, { plan: 'RIDER' }),
      ],
      25,
    ],
    ['a maximum that is met', [copay(25, visit), ...outOfPocketOf(5000, 0)], 0],
    ['a deductible that is met', [coinsurance('.2'), ...deductibleOf(1500, 0)], 30],
    ['a level with a total of 0 alone', [copay(25, visit), outOfPocket.total(0)], 25],
    [
      'two family statements, one of them empty',
      [coinsurance('.2'), ...deductibleOf(2000, 90, family), ...deductibleOf(0, 0, family)],
      102,
    ],
    [
      'a maximum of 0 for the service alone',
      [copay(25, visit), ...outOfPocketOf(0, 0, visit), ...outOfPocketOf(5000, 10)],
      10,
    ],
    [
      'a deductible of 0 in network before one for both sides',
      [coinsurance('.2'), ...deductibleOf(0, 0), ...deductibleOf(1000, 400, { net: 'W' })],
      150,
    ],
  ])('%s', (_name, statements, patient) => {
    expect(costOf(x12(active(), ...statements)).totalPatientCost).toBe(patient)
  })

  it('says so, and does not lower the confidence', () => {
    const amounts = [...deductibleOf(1000, 0), ...outOfPocketOf(5000, 4000)]
    const full = [active(), ...amounts, copay(25, visit)]
    const answer = costOf(x12(...full, ...outOfPocketOf(0, 0, family)))
    expect(answer.warnings).toEqual([
      expect.objectContaining({
        code: 'level_not_applicable',
        message: expect.stringContaining('It was not taken as met.'),
      }),
    ])
    expect(answer.confidence).toBe('high')
  })

  it('0 left without a total is either: both numbers, and the dearer one', () => {
    const answer = costOf(x12(active(), copay(25, visit), outOfPocket.left(0)))
    expect(answer).toMatchObject({ totalPatientCost: 25, range: { low: 0, high: 25 } })
    expect(codesOf(answer)).toContain('G_zero_without_total')
    const beside = [...deductibleOf(3000, 800, family), deductible.left(0)]
    const deep = costOf(x12(active(), coinsurance('.2'), ...beside))
    expect(deep).toMatchObject({ totalPatientCost: 150, range: { low: 30, high: 150 } })
  })
})

describe('what is not known is no 0', () => {
  const nothing = { totalPatientCost: null, totalPayerCost: null }
  it.each<[string, unknown, string]>([
    ['active coverage and nothing else', x12(active()), 'cost_share_unknown'],
    ['a deductible alone', x12(active(), ...deductibleOf(1000, 40)), 'cost_share_unknown'],
    [
      'elements shifted by one',
      x12(active(), 'EB*B*IND*98**27*30******Y~', 'EB*A**IND*98*****.2****Y~'),
      'cost_share_unreadable',
    ],
    [
      'an amount that is none',
      { benefitsInformation: [{ code: '1' }, { code: 'B', benefitAmount: 'see plan' }] },
      'cost_share_unreadable',
    ],
    [
      'a share that is none beside a copay',
      x12(active(), copay(10), coinsurance('250')),
      'cost_share_unreadable',
    ],
    [
      'a copay that is none before a general coinsurance',
      {
        benefitsInformation: [
          { code: 'B', serviceTypeCodes: ['98'], benefitAmount: '??' },
          { code: 'A', serviceTypeCodes: ['30'], benefitPercent: '.2' },
        ],
      },
      'cost_share_unreadable',
    ],
    [
      'a deductible that is none',
      {
        benefitsInformation: [
          { code: 'C', serviceTypeCodes: ['30'], timeQualifierCode: '29', benefitAmount: 'met' },
          { code: 'A', serviceTypeCodes: ['30'], benefitPercent: '.2' },
        ],
      },
      'C_not_known',
    ],
    [
      'a spend-down that is none',
      x12(active(), coinsurance('.2'), 'EB*Y*IND*30***29*N*****Y~'),
      'Y_not_known',
    ],
  ])('%s', (_name, eligibility, code) => {
    const answer = costOf(eligibility)
    expect(answer).toMatchObject({
      ...nothing,
      confidence: 'none',
      missing: [{ code, payerId: 'plan', lineItemId: 'visit' }],
      lineItems: [{ patientCost: null, payerCost: null, payments: [{ amount: null }] }],
      plans: [{ totalPaid: null, totalAlone: null }],
    })
    expect(answer.range.low).toBeLessThan(answer.range.high)
    const [plan] = answer.plans
    expect(plan?.steps.at(-1)).toMatchObject({ rule: 'unknown', amount: null, after: null })
    expect(plan?.steps.at(-1)?.description).toContain(answer.missing[0]?.message)
    expect(JSON.stringify(plan?.steps)).not.toContain('plan pays $')
  })

  it('is known again when the caller gives what is missing', () => {
    const answer = costOf(x12(active(), ...deductibleOf(1000, 0)), { overrides: { copay: 20 } })
    expect(answer).toMatchObject({ totalPatientCost: 20, missing: [] })
  })

  it('is known where what is missing changes nothing', () => {
    const met = [active(), ...outOfPocketOf(5000, 0)]
    const answer = costOf(x12(...met))
    expect(answer).toMatchObject({ totalPatientCost: 0, totalPayerCost: 150, missing: [] })
    expect(answer.confidence).toBe('medium')
  })

  it('an override plan without a cost share is not known either', () => {
    const answer = costOf(undefined, { overrides: { deductibleRemaining: 50 } })
    expect(answer.totalPatientCost).toBeNull()
    expect(answer.missing).toMatchObject([{ code: 'cost_share_unknown' }])
  })

  it('a later plan that pays all settles what the patient owes, not who pays it', () => {
    const request = patientCostRequestSchema.parse({
      lineItems: [officeVisit],
      payers: [
        { id: 'first', eligibility: x12(active()) },
        { id: 'second', coordination: 'medicaid', overrides: { coinsurance: 0 } },
      ],
    })
    const answer = calculatePatientCost(request, { today: '2026-11-22' })
    expect(answer).toMatchObject({ totalPatientCost: 0, totalPayerCost: 150 })
    expect(answer.plans.map(({ totalPaid }) => totalPaid)).toEqual([null, null])
    expect(answer.missing).toMatchObject([{ code: 'cost_share_unknown', payerId: 'first' }])
  })
})
