import { describe, expect, it } from 'vitest'
import { patientCostRequestSchema } from './request.ts'

const line = { id: 'visit', chargeAmount: 200 }
const payer = { id: 'plan', overrides: { copay: 20 } }
const parse = (lineItems: object[], payers: object[] = [payer], more: object = {}) =>
  patientCostRequestSchema.safeParse({ lineItems, payers, ...more })
const issuesOf = (...of: Parameters<typeof parse>): string[] =>
  parse(...of).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

describe('a line', () => {
  it.each<[object]>([
    [{ id: 'a'.repeat(100) }],
    [{ id: ' visit ' }],
    [{ chargeAmount: 0 }],
    [{ chargeAmount: 99_999_999.99 }],
    [{ chargeAmount: 59.970000000000006 }],
    [{ allowedAmount: 0.01 }],
    [{ procedureCode: '99213' }],
    [{ procedureCode: 'D01' }],
    [{ procedureCode: '00093721410' }],
    [{ serviceTypeCode: '1' }],
    [{ serviceTypeCode: 'mh' }],
    [{ units: 0.5 }],
    [{ units: 99_999 }],
    [{ place: '11' }],
    [{ network: 'out' }],
  ])('may have %j', (more) => expect(issuesOf([{ ...line, ...more }])).toEqual([]))

  const cents = 'Use at most two decimals (cents).'
  const code = 'Give a procedure code (CPT, HCPCS, CDT, NDC) without dots or modifiers.'
  const type = 'Give an X12 service type code of one or two characters, e.g. 98 (office visit).'
  const place = 'Give a place of service code of two digits, e.g. 11 (office).'
  it.each<[object, string]>([
    [{ id: ' ' }, 'id: Give an id.'],
    [{ id: 'a\nb' }, 'id: An id has no control characters.'],
    [{ chargeAmount: '200' }, 'chargeAmount: Give an amount in dollars as a number.'],
    [{ chargeAmount: -1 }, 'chargeAmount: An amount may not be negative.'],
    [{ chargeAmount: 100_000_000 }, 'chargeAmount: An amount may not be above 99,999,999.99.'],
    [{ chargeAmount: 1.005 }, `chargeAmount: ${cents}`],
    [{ allowedAmount: 0.001 }, `allowedAmount: ${cents}`],
    [{ procedureCode: '99' }, `procedureCode: ${code}`],
    [{ procedureCode: '99213-25' }, `procedureCode: ${code}`],
    [{ procedureCode: '000937214101' }, `procedureCode: ${code}`],
    [{ serviceTypeCode: '' }, `serviceTypeCode: ${type}`],
    [{ serviceTypeCode: '098' }, `serviceTypeCode: ${type}`],
    [{ units: 0 }, 'units: Units are above 0.'],
    [{ place: '1' }, `place: ${place}`],
    [{ place: '111' }, `place: ${place}`],
    [{ place: 'A1' }, `place: ${place}`],
  ])('may not have %j', (more, issue) =>
    expect(issuesOf([{ ...line, ...more }])).toEqual([`lineItems.0.${issue}`]),
  )

  it('is for one unit unless it says otherwise', () =>
    expect(parse([line]).data?.lineItems).toEqual([{ ...line, units: 1 }]))
})

describe('a payer', () => {
  it.each<[object]>([
    [{ overrides: {} }],
    [{ eligibility: 'ISA' }],
    [{ overrides: { coinsurance: 0, copay: 0 } }],
    [{ overrides: { coinsurance: 1 } }],
    [{ overrides: { benefitMessage: 'a'.repeat(200) } }],
    [{ overrides: { outOfPocketIncludes: ['deductible', 'copay', 'coinsurance'] } }],
    [{ member: { subscriberBirthday: '12-31', employerSize: 1, esrdMonths: 0 } }],
    [{ member: { subscriberBirthday: '01-09', coveredSince: '2020-02-29' } }],
  ])('may have %j', (more) => expect(issuesOf([line], [{ ...payer, ...more }])).toEqual([]))

  it.each<[object, string]>([
    [
      { overrides: undefined },
      'eligibility: Give the eligibility answer of this payer, or the plan’s values in overrides.',
    ],
    [
      { overrides: undefined, eligibility: null },
      'eligibility: Give the eligibility answer of this payer, or the plan’s values in overrides.',
    ],
    [
      { overrides: { coinsurance: 20 } },
      'overrides.coinsurance: Give a share between 0 and 1: 0.2 is 20 %.',
    ],
    [
      { member: { subscriberBirthday: '13-01' } },
      'member.subscriberBirthday: Write month and day as MM-DD.',
    ],
    [
      { member: { subscriberBirthday: '01-32' } },
      'member.subscriberBirthday: Write month and day as MM-DD.',
    ],
    [
      { member: { subscriberBirthday: '1990-01-31' } },
      'member.subscriberBirthday: Write month and day as MM-DD.',
    ],
    [
      { overrides: { copay: 20, lines: [{ lineItemId: 'other', copay: 10 }] } },
      'overrides.lines.0.lineItemId: There is no line item "other".',
    ],
  ])('may not have %j', (more, issue) =>
    expect(issuesOf([line], [{ ...payer, ...more }])).toEqual([`payers.0.${issue}`]),
  )

  it('has a member who works and is the subscriber of a commercial plan, unless it says otherwise', () =>
    expect(parse([line], [{ ...payer, member: {} }]).data?.payers[0]?.member).toEqual({
      programme: 'commercial',
      relationship: 'self',
      employment: 'active',
      courtOrdered: false,
      medicareReason: 'age',
    }))
})

describe('balance billing in network is refused', () => {
  const refused =
    'balanceBilling: A provider in the network does not bill beyond the contract. ' +
    'Set network to "out" as well, or leave balanceBilling out.'
  const second = { ...line, id: 'second' }
  it.each<[string, object[], object, string[]]>([
    ['for the plan', [line], { balanceBilling: true }, [`payers.0.overrides.${refused}`]],
    [
      'for a line',
      [line],
      { lines: [{ lineItemId: 'visit', balanceBilling: true }] },
      [`payers.0.overrides.lines.0.${refused}`],
    ],
    [
      'for a line that is in network against the plan',
      [line],
      { network: 'out', lines: [{ lineItemId: 'visit', network: 'in', balanceBilling: true }] },
      [`payers.0.overrides.lines.0.${refused}`],
    ],
    ['not where it is denied', [line], { balanceBilling: false }, []],
    ['not out of network by the plan', [line], { network: 'out', balanceBilling: true }, []],
    [
      'not where one line is out of network',
      [line, { ...second, network: 'out' }],
      { balanceBilling: true },
      [],
    ],
    [
      'not for a line that is out of network',
      [line, second],
      { lines: [{ lineItemId: 'second', network: 'out', balanceBilling: true }] },
      [],
    ],
    [
      'not for a line that says nothing of it',
      [line],
      { lines: [{ lineItemId: 'visit', copay: 5 }] },
      [],
    ],
  ])('%s', (_name, lines, overrides, issues) =>
    expect(issuesOf(lines, [{ ...payer, overrides }])).toEqual(issues),
  )
})

describe('a request', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_none, index) => ({ ...line, id: `line ${index}` }))
  const payers = (count: number) =>
    Array.from({ length: count }, (_none, index) => ({ ...payer, id: `plan ${index}` }))

  it('has at most 200 lines and five payers', () => {
    expect(issuesOf(many(200), payers(5))).toEqual([])
    expect(issuesOf(many(201))).toEqual(['lineItems: At most 200 line items.'])
    expect(issuesOf([line], payers(6))).toEqual(['payers: At most five payers.'])
    expect(issuesOf([])).toEqual(['lineItems: Give at least one line item.'])
  })

  it('gives every id once', () => {
    expect(issuesOf([line, { ...line, id: 'second' }, line])).toEqual([
      'lineItems.2.id: The id "visit" is given twice.',
    ])
    expect(issuesOf([line], [payer, payer])).toEqual(['payers.1.id: The id "plan" is given twice.'])
  })

  it('names a day', () => {
    expect(issuesOf([line], [payer], { dateOfService: '2026-11-22' })).toEqual([])
    expect(issuesOf([line], [payer], { dateOfService: '11/22/2026' })).toEqual([
      'dateOfService: Write the date as YYYY-MM-DD.',
    ])
  })

  it('has no other fields', () => expect(issuesOf([line], [payer], { today: 'x' })).toHaveLength(1))
})
