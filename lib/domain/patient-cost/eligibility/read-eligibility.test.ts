import { describe, expect, it } from 'vitest'
import {
  inactiveV3,
  medicareX12,
  plansPlan,
  tieredV3,
  v3Plan,
  x12OtherSeparators,
  x12Plan,
  x12WithoutEnvelope,
} from '#test/samples/patient-cost/samples'
import type { PatientCostAnswer } from '../answer.ts'
import { calculatePatientCost } from '../calculate/calculate.ts'
import { readEligibility } from './read-eligibility.ts'
import { patientCostRequestSchema } from '../request.ts'
import { summarizeEligibility } from './summarize-eligibility.ts'

const today = { today: '2026-11-22' }

const cost = (eligibility: unknown, line: Record<string, unknown> = {}): PatientCostAnswer =>
  calculatePatientCost(
    patientCostRequestSchema.parse({
      lineItems: [
        {
          id: 'visit',
          serviceTypeCode: '98',
          chargeAmount: 200,
          allowedAmount: 150,
          network: 'in',
          ...line,
        },
      ],
      payers: [{ id: 'plan', eligibility }],
    }),
    today,
  )
const money = ({ totalPatientCost, totalPayerCost, totalAdjustment }: PatientCostAnswer) => [
  totalPatientCost,
  totalPayerCost,
  totalAdjustment,
]
const codes = ({ warnings }: PatientCostAnswer) => warnings.map(({ code }) => code)

describe('one plan in every shape', () => {
  it.each<[string, unknown]>([
    ['version 3 JSON', v3Plan],
    ['2026-06-01 JSON', plansPlan],
    ['X12', x12Plan],
    ['X12 with other separators and line breaks', x12OtherSeparators],
    ['X12 from ST on', x12WithoutEnvelope],
    ['X12 within JSON', { x12: x12Plan }],
  ])('%s: 50 + 30 + 20% of 70', (_shape, eligibility) => {
    const answer = cost(eligibility)
    expect(money(answer)).toEqual([94, 56, 50])
    expect(answer.plans[0]).toMatchObject({
      name: 'Evergreen',
      deductible: 50,
      copay: 30,
      coinsurance: 14,
    })
    expect(
      answer.plans[0]?.benefitBalance.map(({ name, used, remaining }) => [name, used, remaining]),
    ).toEqual(
      expect.arrayContaining([
        ['deductible', 50, 0],
        ['out-of-pocket maximum', 94, 4101.37],
      ]),
    )
    expect(codes(answer)).toContain('other_payer_primary')
    expect(summarizeEligibility(eligibility as string)).toMatchObject({
      active: true,
      payerName: 'Evergreen',
      otherPayers: [{ name: 'SUMMIT' }],
    })
  })

  it('the statements are the same, whatever the shape', () => {
    const said = (eligibility: unknown) =>
      readEligibility(eligibility)
        .benefits.map(({ code, level, network, period, serviceTypes, amount, share, messages }) =>
          [
            code,
            code === 'R' ? null : level,
            network,
            period,
            serviceTypes.join(),
            amount?.toString(),
            share?.toString(),
            messages.join(),
          ].join('|'),
        )
        .toSorted()
    expect(said(plansPlan)).toEqual(said(x12Plan))
    expect(said(v3Plan)).toEqual(said(x12Plan))
  })
})

describe('answers as payers send them', () => {
  it('coverage that ended', () => {
    expect(money(cost(inactiveV3))).toEqual([200, 0, 0])
    expect(summarizeEligibility(inactiveV3).active).toBe(false)
  })

  it('tiers: copay and coinsurance with the same texts, the deductible waived for them', () => {
    const answer = cost(tieredV3)
    expect(money(answer)).toEqual([50, 100, 50])
    expect(answer.plans[0]).toMatchObject({ deductible: 0, copay: 50, coinsurance: 0 })
    expect(codes(answer)).toEqual(
      expect.arrayContaining(['several_copays', 'several_coinsurances']),
    )
  })

  it('tiers: another one by its text', () => {
    const answer = calculatePatientCost(
      patientCostRequestSchema.parse({
        lineItems: [
          {
            id: 'visit',
            serviceTypeCode: '98',
            chargeAmount: 200,
            allowedAmount: 150,
            network: 'in',
          },
        ],
        payers: [
          { id: 'plan', eligibility: tieredV3, overrides: { benefitMessage: 'Primary Care' } },
        ],
      }),
      today,
    )
    // No waiver names primary care; a copay for the visit alone still is what it costs.
    expect(answer.plans[0]).toMatchObject({ deductible: 0, copay: 10 })
    expect(answer.range).toEqual({ low: 10, high: 130 })
  })

  it('Medicare: no level, no network, parts by their name', () => {
    expect(money(cost(medicareX12))).toEqual([0, 150, 50])
    expect(codes(cost(medicareX12))).toEqual(
      expect.arrayContaining(['level_assumed', 'network_unstated']),
    )
    expect(money(cost(medicareX12, { serviceTypeCode: '54' }))).toEqual([150, 0, 50])
  })

  it('a service type follows from a procedure, and is said', () => {
    const answer = cost(v3Plan, { serviceTypeCode: undefined, procedureCode: '99213' })
    expect(money(answer)).toEqual([94, 56, 50])
    expect(codes(answer)).toContain('service_type_assumed')
  })

  it('no service type at all', () =>
    expect(cost(v3Plan, { serviceTypeCode: undefined })).toMatchObject({
      totalPatientCost: null,
      missing: [{ code: 'service_type_unknown' }],
      range: { low: 0, high: 150 },
    }))
  it('no network', () =>
    expect(codes(cost(v3Plan, { network: undefined }))).toContain('network_assumed'))
  it('no status', () =>
    expect(codes(cost({ benefitsInformation: [{ code: 'A', benefitPercent: '.2' }] }))).toContain(
      'status_unknown',
    ))
  it('the status in planStatus only', () =>
    expect(money(cost({ planStatus: [{ statusCode: '6', serviceTypeCodes: ['30'] }] }))).toEqual([
      200, 0, 0,
    ]))
  it('numbers in place of texts', () =>
    expect(
      money(
        cost({
          benefitsInformation: [
            {
              code: 'B',
              serviceTypeCodes: ['98'],
              inPlanNetworkIndicatorCode: 'Y',
              benefitAmount: 30,
            },
          ],
        }),
      ),
    ).toEqual([30, 120, 50]))
  it('fields of a wrong type are missing', () =>
    expect(
      money(
        cost({
          benefitsInformation: [
            {
              code: 'B',
              serviceTypeCodes: 7,
              inPlanNetworkIndicatorCode: ['Y'],
              benefitAmount: '$1,000.00',
              additionalInformation: 'x',
            },
          ],
        }),
      ),
    ).toEqual([150, 0, 50]))
  it.each(['25,00', '2,50', '1,000,00', ',25'])(
    'the comma of %s may be a decimal one',
    (amount) => {
      const answer = cost({ benefitsInformation: [{ code: 'B', benefitAmount: amount }] })
      expect(answer.totalPatientCost).toBeNull()
      expect(codes(answer)).toContain('unreadable_amount')
    },
  )
  it('nor is 0,2 two percent', () => {
    const answer = cost({ benefitsInformation: [{ code: 'A', benefitPercent: '0,2' }] })
    expect(answer.totalPatientCost).toBeNull()
    expect(codes(answer)).toContain('unreadable_percent')
  })
  it('an amount that is none', () =>
    expect(codes(cost({ benefitsInformation: [{ code: 'B', benefitAmount: 'N/A' }] }))).toContain(
      'unreadable_amount',
    ))
  it('several plans: the first active one', () => {
    const other = {
      name: 'Old',
      benefits: { statuses: [{ coverageLevel: 'INDIVIDUAL', status: 'INACTIVE' }] },
    }
    const answer = cost({ ...plansPlan, plans: [other, ...plansPlan.plans] })
    expect(money(answer)).toEqual([94, 56, 50])
    expect(codes(answer)).toContain('several_plans')
  })
  it('a procedure in version 3 and a range of procedures in 2026-06-01', () => {
    const v3 = {
      benefitsInformation: [
        {
          code: 'B',
          benefitAmount: '5',
          inPlanNetworkIndicatorCode: 'Y',
          compositeMedicalProcedureIdentifier: { procedureCode: '99213' },
        },
      ],
    }
    expect(cost(v3, { procedureCode: '99213' }).plans[0]?.copay).toBe(5)
    const plans = {
      plans: [
        {
          benefits: {
            coPayment: [
              {
                coverageLevel: 'INDIVIDUAL',
                amount: '5',
                network: { indicator: 'IN_NETWORK' },
                service: {
                  system: 'CPT',
                  range: { start: { value: '99211' }, end: { value: '99215' } },
                },
              },
            ],
          },
        },
      ],
    }
    expect(cost(plans, { procedureCode: '99213' }).plans[0]?.copay).toBe(5)
    expect(cost(plans, { procedureCode: '99221' }).plans[0]?.copay).toBe(0)
  })
  it("a dependent's benefits before the subscriber's", () => {
    const both = x12WithoutEnvelope.replace(
      /SE\*\d+/,
      'HL*4*3*23*0~NM1*03*1*doeOne*amy~EB*B*IND*98***27*15*****Y~SE*22',
    )
    expect(cost(both).plans[0]).toMatchObject({ copay: 15, coinsurance: 0, deductible: 0 })
  })
})

describe('what is no answer is a 400 that says so', () => {
  it.each<[string, unknown, RegExp]>([
    ['a text', 'hello', /no X12/],
    ['an empty text', '', /no X12/],
    ['a broken ISA', 'ISA*00*~', /ISA segment/],
    [
      'an ISA alone',
      `${'ISA*00*          *00*          *ZZ*PAYER          *ZZ*CLINIC         *261101*0900*^*00501*000000001*0*T*:~'}`,
      /its IEA segment is missing/,
    ],
    ['an X12 without the end of its envelope', x12Plan.slice(0, x12Plan.indexOf('GE*')), /GS|GE/],
    ['an X12 cut off in a statement', x12Plan.slice(0, x12Plan.indexOf('EB*A') + 9), /SE segment/],
    ['an X12 without its head', x12Plan.slice(x12Plan.indexOf('EB*')), /beginning is missing/],
    ['a lost segment', x12Plan.replace('EB*A*IND*98*****.2****Y~', ''), /SE counts 19 segments/],
    ['another control number at SE', x12Plan.replace('*0001~GE', '*0002~GE'), /ST and SE differ/],
    ['another control number at GE', x12Plan.replace('GE*1*1~', 'GE*1*2~'), /GS and GE differ/],
    ['another control number at IEA', x12Plan.replace(/1~$/, '7~'), /ISA and IEA differ/],
    [
      'a wrong count of sets',
      x12Plan.replace('GE*1*1~', 'GE*2*1~'),
      /GE counts 2 transaction sets/,
    ],
    ['a wrong count of groups', x12Plan.replace('IEA*1*', 'IEA*3*'), /IEA counts 3 functional/],
    ['no count at all', x12Plan.replace(/SE\*\d+/, 'SE*'), /SE counts no segments/],
    [
      'a statement behind the set',
      x12Plan.replace('GE*', 'EB*B*IND*98**27*5*****Y~GE*'),
      /outside of/,
    ],
    ['one set in another', x12Plan.replace('EB*R', 'ST*271*0002~EB*R'), /ST follows ST/],
    ['another transaction', x12WithoutEnvelope.replace('ST*271', 'ST*270'), /is a 270, not a 271/],
    ['a number', 7, /benefitsInformation/],
    ['a list', [], /benefitsInformation/],
    ['an empty object', {}, /benefitsInformation/],
    ['no statements', { benefitsInformation: [] }, /states no benefits/],
    ['no plans', { plans: [] }, /states no benefits/],
    [
      'the refusal of a payer',
      { errors: [{ field: 'AAA', code: '75', description: 'Subscriber/Insured Not Found' }] },
      /refused the question: Subscriber\/Insured Not Found \(AAA 75\)/,
    ],
    [
      'a refusal in X12',
      `${x12WithoutEnvelope.slice(0, x12WithoutEnvelope.indexOf('EB*'))}AAA*N**72*C~SE*8*0001~`,
      /invalid or missing subscriber id \(AAA 72\)/,
    ],
    [
      'more statements than any payer sends',
      { benefitsInformation: Array.from({ length: 2001 }, () => ({ code: '1' })) },
      /2001 statements/,
    ],
  ])('%s', (_name, eligibility, message) => {
    expect(() => cost(eligibility)).toThrowError(
      expect.objectContaining({
        path: 'payers.0.eligibility',
        message: expect.stringMatching(message),
      }),
    )
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['X12 that is no text', { x12: 7 }],
    ['errors that are no list', { errors: 'none' }],
    ['errors without any', { errors: [] }],
  ])('%s is none of the three shapes', (_name, eligibility) => {
    expect(() => readEligibility(eligibility)).toThrow(/Hand in the answer of the clearinghouse/)
  })

  it('reads as many statements as it promises', () => {
    const statements = Array.from({ length: 2000 }, () => ({ code: '1' }))
    expect(readEligibility({ benefitsInformation: statements }).benefits).toHaveLength(2000)
  })
})
