import { describe, expect, it } from 'vitest'
import type { Benefit } from './benefit.ts'
import { exact } from '../money.ts'
import { readPlans } from './read-plans.ts'

const planOf = (benefits: object, more: object = {}) => ({ name: 'PPO', benefits, ...more })
const benefitsOf = (category: string, ...entries: object[]): Benefit[] =>
  readPlans({ plans: [planOf({ [category]: entries })] }).benefits
const service = (system: string, more: object) => ({ service: { system, ...more } })
const range = (start?: string, end?: string) => ({
  range: { ...(start ? { start: { value: start } } : {}), ...(end ? { end: { value: end } } : {}) },
})

describe('an entry of 2026-06-01', () => {
  it.each<[string, string]>([
    ['coInsurance', 'A'],
    ['coPayment', 'B'],
    ['deductible', 'C'],
    ['exclusions', 'E'],
    ['limitations', 'F'],
    ['outOfPocket', 'G'],
    ['nonCovered', 'I'],
    ['costContainment', 'J'],
    ['otherOrAdditionalPayer', 'R'],
    ['cannotProcess', 'V'],
    ['spendDown', 'Y'],
  ])('of %s: %s', (category, code) => expect(benefitsOf(category, {})).toMatchObject([{ code }]))

  it.each<[string | undefined, string]>([
    ['ACTIVE_COVERAGE', '1'],
    ['ACTIVE_FULL_RISK_CAPITATION', '2'],
    ['ACTIVE_SERVICES_CAPITATED', '3'],
    ['ACTIVE_SERVICES_CAPITATED_TO_PRIMARY_CARE_PROVIDER', '4'],
    ['ACTIVE_PENDING_INVESTIGATION', '5'],
    ['INACTIVE', '6'],
    ['INACTIVE_PENDING_ELIGIBILITY_UPDATE', '7'],
    ['INACTIVE_PENDING_INVESTIGATION', '8'],
    ['UNHEARD_OF', ''],
    [undefined, ''],
  ])('with the status %s: %j', (status, code) =>
    expect(benefitsOf('statuses', { status })).toMatchObject([{ code }]),
  )

  it.each<[string, string | null]>([
    ['CHILDREN_ONLY', 'CHD'],
    ['DEPENDENTS_ONLY', 'DEP'],
    ['EMPLOYEE_AND_CHILDREN', 'ECH'],
    ['EMPLOYEE_ONLY', 'EMP'],
    ['EMPLOYEE_AND_SPOUSE', 'ESP'],
    ['FAMILY', 'FAM'],
    ['INDIVIDUAL', 'IND'],
    ['SPOUSE_AND_CHILDREN', 'SPC'],
    ['SPOUSE_ONLY', 'SPO'],
    ['NOBODY', null],
  ])('for %s: %j', (coverageLevel, level) =>
    expect(benefitsOf('coPayment', { coverageLevel })).toMatchObject([{ level }]),
  )

  it.each<[string, string | null]>([
    ['HOUR', '6'],
    ['DAY', '7'],
    ['24_HOURS', '13'],
    ['YEARS', '21'],
    ['SERVICE_YEAR', '22'],
    ['CALENDAR_YEAR', '23'],
    ['YEAR_TO_DATE', '24'],
    ['CONTRACT', '25'],
    ['EPISODE', '26'],
    ['VISIT', '27'],
    ['OUTLIER', '28'],
    ['REMAINING', '29'],
    ['EXCEEDED', '30'],
    ['NOT_EXCEEDED', '31'],
    ['LIFETIME', '32'],
    ['LIFETIME_REMAINING', '33'],
    ['MONTH', '34'],
    ['WEEK', '35'],
    ['ADMISSION', '36'],
    ['CENTURY', null],
  ])('in the period %s: %j', (timePeriod, period) =>
    expect(benefitsOf('coPayment', { timePeriod })).toMatchObject([{ period }]),
  )

  it.each<[string, string]>([
    ['MEDICARE_PART_A', 'MA'],
    ['MEDICARE_PART_B', 'MB'],
    ['MEDICAID', 'MC'],
    ['QUALIFIED_MEDICARE_BENEFICIARY', 'QM'],
    ['MEDICARE_PRIMARY', 'MP'],
    ['PREFERRED_PROVIDER_ORGANIZATION', 'PREFERRED_PROVIDER_ORGANIZATION'],
  ])('of the insurance %s: %s', (insuranceType, code) =>
    expect(benefitsOf('coPayment', { insuranceType })).toMatchObject([{ insuranceType: code }]),
  )

  it.each<[string, string]>([
    ['VISITS', 'VS'],
    ['DAYS', 'DY'],
    ['UNITS', 'UN'],
    ['HOURS', 'HS'],
    ['YEARS', 'YY'],
    ['MONTH', 'MO'],
    ['DOZENS', ''],
  ])('of 3 %s: %j', (word, qualifier) => {
    const [benefit] = benefitsOf('limitations', { quantity: { qualifier: word, value: '3' } })
    expect(benefit?.quantity).toEqual({ qualifier, value: exact(3) })
  })

  it.each<[object, Partial<Benefit>]>([
    [{ network: { indicator: 'IN_NETWORK' } }, { network: 'Y' }],
    [{ network: { indicator: 'OUT_OF_NETWORK' } }, { network: 'N' }],
    [{ network: { indicator: 'IN_AND_OUT_OF_NETWORK' } }, { network: 'W' }],
    [{ network: { indicator: 'NOWHERE' } }, { network: null }],
    [{ priorAuthIndicator: 'REQUIRED' }, { authorization: true }],
    [{ priorAuthIndicator: 'NOT_REQUIRED' }, { authorization: false }],
    [{ placesOfService: [{ code: '11' }, {}, { code: '22' }] }, { places: ['11', '22'] }],
    [service('STC', { value: '98' }), { serviceTypes: ['98'], procedure: null }],
    [
      service('CPT', { value: '99213' }),
      { serviceTypes: [], procedure: { from: '99213', to: '99213' } },
    ],
    [service('HCPCS', { value: 'g0101' }), { procedure: { from: 'G0101', to: 'G0101' } }],
    [service('HCPCS', range('g0101', 'g0109')), { procedure: { from: 'G0101', to: 'G0109' } }],
    [service('CPT', range('99211')), { procedure: { from: '99211', to: '99211' } }],
    [service('CPT', range(undefined, '99215')), { procedure: null }],
    [service('CPT', {}), { procedure: null }],
    [
      { dates: { plan: { start: '2026-01-01', end: '2026-12-31' } } },
      { dates: { plan: { from: '2026-01-01', to: '2026-12-31' } } },
    ],
    [
      { dates: { benefitBegin: '2026-01-01' } },
      { dates: { benefit: { from: '2026-01-01', to: null } } },
    ],
    [{ dates: { plan: null } }, { dates: {} }],
    [{ quantity: { qualifier: 'VISITS', value: 'many' } }, { quantity: null }],
    [{ messages: ['SPECIALIST'] }, { messages: ['SPECIALIST'] }],
    [{ planCoverageDescription: 'GOLD' }, { plan: 'PPO' }],
    [
      {},
      {
        level: null,
        insuranceType: null,
        network: null,
        authorization: false,
        procedure: null,
        places: [],
        quantity: null,
        otherPayer: null,
      },
    ],
  ])('%j', (entry, benefit) => expect(benefitsOf('coPayment', entry)).toMatchObject([benefit]))

  it('has the plan that it names where the plan has no name', () => {
    const plans = [{ benefits: { coPayment: [{ planCoverageDescription: 'GOLD' }, {}] } }]
    expect(readPlans({ plans }).benefits.map(({ plan }) => plan)).toEqual(['GOLD', null])
  })

  it.each<[object, object]>([
    [
      { relatedEntities: [{ type: 'PRIMARY_PAYER', name: { organization: 'SUMMIT' } }] },
      { role: 'PRIMARY_PAYER', name: 'SUMMIT' },
    ],
    [{ relatedEntities: [{}] }, { role: '', name: 'another payer' }],
    [{}, { role: '', name: 'another payer' }],
  ])('another payer: %j', (entry, otherPayer) =>
    expect(benefitsOf('otherOrAdditionalPayer', entry)).toMatchObject([{ otherPayer }]),
  )
})

describe('several plans', () => {
  const withStatuses = (name: string | undefined, ...statuses: string[]) => ({
    name,
    benefits: { statuses: statuses.map((status) => ({ status })) },
  })
  it.each<[string, object[], string]>([
    [
      'the first active one',
      [
        withStatuses('A', 'INACTIVE'),
        withStatuses('B', 'ACTIVE_COVERAGE'),
        withStatuses('C', 'ACTIVE_COVERAGE'),
      ],
      '"B"',
    ],
    [
      'one that is active in part',
      [withStatuses('A'), withStatuses('B', 'INACTIVE', 'ACTIVE_COVERAGE')],
      '"B"',
    ],
    ['the first where none is active', [{ name: 'A' }, withStatuses('B', 'INACTIVE')], '"A"'],
    [
      'one without a name',
      [{ benefits: { statuses: [{}] } }, withStatuses(undefined, 'ACTIVE_COVERAGE')],
      '"the first active one"',
    ],
  ])('%s', (_name, plans, name) =>
    expect(readPlans({ plans }).assumptions).toEqual([
      {
        code: 'several_plans',
        message: `The eligibility answer has ${plans.length} plans; ${name} was used. Hand in the one that counts when it is another.`,
      },
    ]),
  )
})

describe('the answer', () => {
  it('says nothing more than it states', () =>
    expect(
      readPlans({
        payer: { name: { organization: 'Evergreen' } },
        plans: [planOf({}, { dates: { eligibilityEnd: '2026-12-31' } })],
      }),
    ).toEqual({
      shape: 'plans',
      payerName: 'Evergreen',
      dates: { eligibility: { from: null, to: '2026-12-31' } },
      answeredOn: null,
      benefits: [],
      rejections: [],
      assumptions: [],
    }))

  it('without a plan or a payer states nothing', () => {
    const nothing = { payerName: null, dates: {}, benefits: [] }
    expect(readPlans({ plans: [] })).toMatchObject(nothing)
    expect(readPlans({ plans: [], payer: {} })).toMatchObject(nothing)
  })

  it('numbers its statements', () => {
    const benefits = { coPayment: [{}, {}], statuses: [{}] }
    const read = readPlans({ plans: [planOf(benefits)] }).benefits
    expect(read.map(({ index, code }) => [index, code])).toEqual([
      [0, ''],
      [1, 'B'],
      [2, 'B'],
    ])
  })

  it('is a refusal where it has errors', () =>
    expect(
      readPlans({ plans: [], errors: [{ code: '75', description: 'Not found' }, {}] }).rejections,
    ).toEqual([
      { code: '75', message: 'Not found' },
      { code: '', message: 'no reason given' },
    ]))
})
