import { describe, expect, it } from 'vitest'
import {
  active,
  coinsurance,
  copay,
  date,
  deductible,
  maximumLeft,
  outOfPocket,
  x12,
} from '#test/samples/patient-cost/eb'
import { codesOf, costOf, deductibleOf, outOfPocketOf } from '#test/samples/patient-cost/visit'

type More = Parameters<typeof costOf>[1]
const visit = { stc: '98' }
const family = { level: 'FAM' }
const share = coinsurance('.2')
const answerOf = (statements: string[], more?: More) => costOf(x12(active(), ...statements), more)
const messageOf = (code: string, ...of: Parameters<typeof answerOf>) =>
  answerOf(...of).warnings.find((warning) => warning.code === code)?.message
const balancesOf = (...of: Parameters<typeof answerOf>) =>
  answerOf(...of).plans[0]?.benefitBalance.map(({ name, level, before, source }) =>
    [name, level, before, source.split(':')[0]].join(', '),
  )

describe('individual and family', () => {
  it.each<[string, string[], object, number]>([
    ['both bind', [...deductibleOf(1000, 60), ...deductibleOf(2000, 10, family)], {}, 38],
    [
      'aggregate, the family’s alone',
      [...deductibleOf(1000, 10), ...deductibleOf(2000, 60, family)],
      { familyAccumulation: 'aggregate' },
      78,
    ],
    [
      '$0 for the service waives the family’s',
      [deductible.of(0, visit), ...deductibleOf(3000, 800, family)],
      {},
      30,
    ],
    [
      '0 left for the service does too',
      [deductible.left(0, visit), ...deductibleOf(3000, 800, family)],
      {},
      30,
    ],
    [
      'unless the family’s is stated for the service',
      [deductible.of(0, visit), deductible.left(50, { ...visit, ...family })],
      {},
      70,
    ],
    [
      '0 of the family for the service is none',
      [deductible.of(0, visit), deductible.left(0, { ...visit, ...family })],
      {},
      30,
    ],
    [
      '$0 of the plan waives nothing',
      [deductible.of(0), ...deductibleOf(3000, 50, family)],
      {},
      70,
    ],
    [
      'a maximum of $0 for the service waives nothing',
      [outOfPocket.of(0, visit), ...outOfPocketOf(9000, 10, family)],
      {},
      10,
    ],
    [
      'the caller’s amounts win',
      [...deductibleOf(1000, 400), ...deductibleOf(2000, 900, family)],
      { deductibleRemaining: 50, familyDeductibleRemaining: 60 },
      70,
    ],
  ])('%s', (_name, statements, overrides, patient) =>
    expect(answerOf([share, ...statements], { overrides }).totalPatientCost).toBe(patient),
  )

  it.each([
    'MET WHEN FAMILY MEETS',
    'met when the family meets',
    'NON-EMBEDDED',
    'nonembedded',
    'AGGREGATE',
  ])('the text %j says aggregate', (message) => {
    const statements = [
      share,
      ...deductibleOf(1000, 10),
      ...deductibleOf(2000, 60, { ...family, message }),
    ]
    expect(answerOf(statements).totalPatientCost).toBe(78)
  })

  it('the text of a maximum says nothing of the deductible', () => {
    const maximum = outOfPocketOf(9000, 9000, { ...family, message: 'AGGREGATE' })
    const statements = [
      share,
      ...deductibleOf(1000, 10),
      ...deductibleOf(2000, 60, family),
      ...maximum,
    ]
    expect(answerOf(statements).totalPatientCost).toBe(38)
  })

  it('names what it takes from the caller', () => {
    const overrides = { deductibleRemaining: 50, familyOutOfPocketRemaining: 900 }
    expect(balancesOf([share], { overrides })).toEqual([
      'deductible, individual, 50, Overrides',
      'out-of-pocket maximum, family, 900, Overrides',
    ])
  })

  it.each<[number, string]>([
    [80, 'None'],
    [0, 'Met'],
  ])('0 left of the individual beside %d of the caller for the family: %s', (left, taken) => {
    const overrides = { familyDeductibleRemaining: left }
    expect(messageOf('C_zero_without_total', [share, deductible.left(0)], { overrides })).toContain(
      `${taken} was assumed.`,
    )
  })

  it('says that the family’s is used for the patient', () => {
    expect(messageOf('C_family_only', [share, ...deductibleOf(2000, 50, family)])).toBe(
      'Only a family deductible is stated; it was used for the patient.',
    )
    const both = [share, ...deductibleOf(1000, 10), ...deductibleOf(2000, 60, family)]
    expect(messageOf('C_family_only', both)).toBeUndefined()
  })
})

describe('what the plan pays at most', () => {
  const maximum = { ...visit }
  it.each<[string, string[], object, number]>([
    ['left of a year', [maximumLeft(40, maximum)], {}, 40],
    ['left of a lifetime', [maximumLeft(40, { ...maximum, period: '33' })], {}, 40],
    ['the first of several', [maximumLeft(50, maximum), maximumLeft(40, maximum)], {}, 50],
    ['as the caller says', [maximumLeft(40, maximum)], { benefitRemaining: 70 }, 70],
    ['nothing, as the caller says', [], { benefitRemaining: 0 }, 0],
    ['a total is no rest', [maximumLeft(40, { ...maximum, period: '23' })], {}, 120],
    [
      'that of the family is not the patient’s',
      [maximumLeft(40, { ...maximum, ...family })],
      {},
      120,
    ],
    [
      'one under a condition is not that of the visit',
      [maximumLeft(40, { ...maximum, message: 'SUPPLIES' })],
      {},
      120,
    ],
    ['one of the whole plan is not that of the visit', [maximumLeft(40)], {}, 120],
    ['visits are no dollars', ['EB*F*IND*98***29***VS*40**Y~'], {}, 120],
  ])('%s', (_name, statements, overrides, paid) =>
    expect(answerOf([share, ...statements], { overrides }).totalPayerCost).toBe(paid),
  )

  it('has a balance', () => {
    const statements = [share, maximumLeft(50, visit)]
    expect(balancesOf(statements)).toEqual(['benefit maximum, individual, 50, Statement 3'])
    expect(balancesOf(statements, { overrides: { benefitRemaining: 70 } })).toEqual([
      'benefit maximum, individual, 70, Overrides',
    ])
  })

  it('is used up by the lines in turn', () => {
    const answer = answerOf([share, maximumLeft(50, visit)])
    expect(answer.plans[0]?.benefitBalance).toMatchObject([{ before: 50, used: 50, remaining: 0 }])
  })
})

describe('a copay beside a deductible', () => {
  const both = [...deductibleOf(1000, 0), ...deductibleOf(3000, 500, family)]
  it('of which one level is met: nothing is open', () => {
    const answer = answerOf([copay(25, visit), ...both])
    expect(answer.totalPatientCost).toBe(25)
    expect(codesOf(answer)).not.toContain('copay_without_deductible')
  })
})

describe('what is not stated is said', () => {
  const deductibleUnknown = 'No deductible is stated for this service; none was applied.'
  const maximumUnknown = 'No out-of-pocket maximum is stated; the patient’s share was not limited.'
  it.each<[string, string[], object, string | undefined, string | undefined]>([
    ['a share alone', [share], {}, deductibleUnknown, maximumUnknown],
    ['a deductible', [share, ...deductibleOf(1000, 10)], {}, undefined, maximumUnknown],
    ['a plan that has none', [share, deductible.total(0)], {}, undefined, maximumUnknown],
    ['a maximum', [share, ...outOfPocketOf(1000, 10)], {}, deductibleUnknown, undefined],
    [
      'a deductible that is waived',
      [share],
      { costShareOrder: 'deductible-waived' },
      undefined,
      maximumUnknown,
    ],
    ['no charge', [share], { costShareOrder: 'no-charge' }, undefined, undefined],
    [
      'no charge after the deductible',
      [share],
      { costShareOrder: 'no-charge-after-deductible' },
      deductibleUnknown,
      maximumUnknown,
    ],
  ])('%s', (_name, statements, overrides, deductibleSaid, maximumSaid) => {
    expect(messageOf('deductible_unknown', statements, { overrides })).toBe(deductibleSaid)
    expect(messageOf('out_of_pocket_unknown', statements, { overrides })).toBe(maximumSaid)
  })

  it('a waived deductible is not used up', () => {
    const overrides = { costShareOrder: 'deductible-waived' }
    const statements = [share, ...deductibleOf(1000, 10)]
    expect(balancesOf(statements, { overrides })).toEqual([])
    expect(answerOf(statements, { overrides }).totalPatientCost).toBe(30)
  })

  it('an amount that contains costs', () => {
    expect(messageOf('cost_containment', [share, 'EB*J*IND*30****50*****Y~'])).toBe(
      'The plan has a cost-containment amount of $50.00 (Statement 3: Cost containment $50.00, IND, service type 30, in network); it was not applied.',
    )
    expect(messageOf('cost_containment', [share, 'EB*J*IND*30****0*****Y~'])).toBeUndefined()
    expect(messageOf('cost_containment', [share])).toBeUndefined()
  })

  it.each<[string, string]>([
    [date('292', '20250101-20251231'), '2025-01-01 to 2025-12-31'],
    [date('349', '20251231'), '… to 2025-12-31'],
    [date('348', '20270101'), '2027-01-01 to …'],
    [date('291', '20250101-20251231'), '2025-01-01 to 2025-12-31'],
  ])('a statement of other days: %s', (days, words) =>
    expect(messageOf('benefit_of_other_dates', [copay(20, visit) + days])).toBe(
      `Statement 2: Co-payment $20.00, IND, service type 98, in network is stated for ${words}, and the date of service is 2026-11-22; it was taken to hold then as well.`,
    ),
  )

  it('a text that no statement has', () => {
    const overrides = { benefitMessage: 'X-Ray' }
    expect(messageOf('benefit_message_unmatched', [share], { overrides })).toBe(
      'No statement for this service has the text "X-Ray" (overrides.benefitMessage).',
    )
    const stated = copay(20, { ...visit, message: 'X-RAY ROOM' })
    expect(messageOf('benefit_message_unmatched', [stated], { overrides })).toBeUndefined()
  })
})
