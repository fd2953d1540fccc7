import { interchange } from './eb.ts'

/**
 * One invented plan in the three shapes in which clearinghouses state it, and answers as payers
 * really send them (synthetic people and payers; the shapes follow public samples of Change
 * Healthcare answers and the published example of Stedi's 2026-06-01 API).
 */
const entry = (code: string, more: Record<string, unknown>) => ({
  code,
  coverageLevelCode: 'IND',
  serviceTypeCodes: ['30'],
  ...more,
})

export const v3Plan = {
  controlNumber: '401574089',
  payer: {
    entityIdentifier: 'Payer',
    entityType: 'Non-Person Entity',
    name: 'Evergreen',
    payorIdentification: '000050',
  },
  subscriber: { memberId: '0000000000', firstName: 'johnOne', lastName: 'doeOne' },
  benefitsInformation: [
    entry('1', { name: 'Active Coverage' }),
    entry('C', { inPlanNetworkIndicatorCode: 'Y', timeQualifierCode: '23', benefitAmount: '1500' }),
    entry('C', {
      inPlanNetworkIndicatorCode: 'Y',
      timeQualifierCode: '29',
      benefitAmount: '50.00',
    }),
    entry('B', {
      serviceTypeCodes: ['98'],
      inPlanNetworkIndicatorCode: 'Y',
      timeQualifierCode: '27',
      benefitAmount: '30',
    }),
    entry('A', { serviceTypeCodes: ['98'], inPlanNetworkIndicatorCode: 'Y', benefitPercent: '.2' }),
    entry('G', {
      inPlanNetworkIndicatorCode: 'W',
      timeQualifierCode: '29',
      benefitAmount: '4195.37',
    }),
    entry('I', {
      serviceTypeCodes: ['35'],
      inPlanNetworkIndicatorCode: 'W',
      additionalInformation: [{ description: 'VIEW CONTRACT' }],
    }),
    {
      code: 'R',
      benefitsRelatedEntities: [{ entityIdentifier: 'Primary Payer', entityName: 'SUMMIT' }],
    },
  ],
}

const inNetwork = { coverageLevel: 'INDIVIDUAL', network: { indicator: 'IN_NETWORK' } }
const both = { coverageLevel: 'INDIVIDUAL', network: { indicator: 'IN_AND_OUT_OF_NETWORK' } }
const stc = (value: string) => ({
  service: { system: 'STC', value, definition: 'As the standard names it' },
})

export const plansPlan = {
  id: 'ec_1',
  payerId: '000050',
  payer: { name: { organization: 'Evergreen' }, type: 'PAYER', identification: '000050' },
  plans: [
    {
      name: 'PPO',
      benefits: {
        statuses: [{ coverageLevel: 'INDIVIDUAL', ...stc('30'), status: 'ACTIVE_COVERAGE' }],
        deductible: [
          { ...inNetwork, ...stc('30'), amount: '1500', timePeriod: 'CALENDAR_YEAR' },
          { ...inNetwork, ...stc('30'), amount: '50.00', timePeriod: 'REMAINING' },
        ],
        coPayment: [{ ...inNetwork, ...stc('98'), amount: '30', timePeriod: 'VISIT' }],
        coInsurance: [{ ...inNetwork, ...stc('98'), percent: '.2' }],
        outOfPocket: [{ ...both, ...stc('30'), amount: '4195.37', timePeriod: 'REMAINING' }],
        nonCovered: [{ ...both, ...stc('35'), messages: ['VIEW CONTRACT'] }],
        otherOrAdditionalPayer: [
          {
            coverageLevel: 'INDIVIDUAL',
            relatedEntities: [{ type: 'PRIMARY_PAYER', name: { organization: 'SUMMIT' } }],
          },
        ],
      },
    },
  ],
  x12: 'ISA*…',
}

const segments = [
  'HL*1**20*1',
  'NM1*PR*2*Evergreen*****PI*000050',
  'HL*2*1*21*1',
  'HL*3*2*22*0',
  'NM1*IL*1*doeOne*johnOne****MI*0000000000',
  'EB*1*IND*30',
  'EB*C*IND*30***23*1500*****Y',
  'EB*C*IND*30***29*50.00*****Y',
  'EB*B*IND*98***27*30*****Y',
  'EB*A*IND*98*****.2****Y',
  'EB*G*IND*30***29*4195.37*****W',
  'EB*I*IND*35*********W',
  'MSG*VIEW CONTRACT',
  'EB*R',
  'LS*2120',
  'NM1*PRP*2*SUMMIT',
  'LE*2120',
]
const set = ['ST*271*0001*005010X279A1', ...segments, `SE*${segments.length + 2}*0001`]
const isa =
  'ISA*00*          *00*          *ZZ*PAYER          *ZZ*CLINIC         ' +
  '*261101*0900*^*00501*000000001*0*T*:'
const group = [isa, 'GS*HB*PAYER*CLINIC*20261101*0900*1*X*005010X279A1', ...set]
const enveloped = [...group, 'GE*1*1', 'IEA*1*000000001']
export const x12Plan = `${enveloped.join('~')}~`
const otherIsa = isa.replace('*^*', '*{*').replace(/:$/, '<')
/** The same with other separators, as some payers write, one segment a line. */
export const x12OtherSeparators = `${[otherIsa, ...enveloped.slice(1)]
  .join("'\r\n")
  .replaceAll('*', '|')}'\r\n`
export const x12WithoutEnvelope = `${set.join('~\n')}~`

/** Coverage that ended: a status and an older spelling of the related entity. */
export const inactiveV3 = {
  benefitsInformation: [
    {
      benefitsRelatedEntity: { entityIdentifier: 'Payer', entityName: 'Unknown' },
      code: 'W',
      name: 'Other Source of Data',
    },
    { code: '6', name: 'Inactive', planCoverage: 'Open Choice', serviceTypeCodes: ['30'] },
  ],
  planStatus: [{ serviceTypeCodes: ['30'], status: 'Inactive', statusCode: '6' }],
}

const office = 'Specialist Visit in Office'
const tier = (
  code: string,
  value: Record<string, string>,
  messages: string[],
  more: Record<string, unknown> = {},
) => ({
  code,
  ...value,
  coverageLevelCode: 'EMP',
  inPlanNetworkIndicatorCode: 'Y',
  serviceTypeCodes: ['98'],
  additionalInformation: messages.map((description) => ({ description })),
  ...more,
})
/**
 * A plan with tiers: copay and coinsurance belong together by their texts, and the deductible is
 * waived for visits in the office.
 */
export const tieredV3 = {
  benefitsInformation: [
    { code: '1', coverageLevelCode: 'EMP', serviceTypeCodes: ['30'], insuranceTypeCode: 'PS' },
    {
      code: 'C',
      coverageLevelCode: 'IND',
      inPlanNetworkIndicatorCode: 'Y',
      serviceTypeCodes: ['30'],
      timeQualifierCode: '23',
      benefitAmount: '500',
    },
    {
      code: 'C',
      coverageLevelCode: 'IND',
      inPlanNetworkIndicatorCode: 'Y',
      serviceTypeCodes: ['30'],
      timeQualifierCode: '29',
      benefitAmount: '120',
    },
    {
      code: 'G',
      coverageLevelCode: 'IND',
      inPlanNetworkIndicatorCode: 'Y',
      serviceTypeCodes: ['30'],
      benefitAmount: '5000',
    },
    {
      code: 'G',
      coverageLevelCode: 'IND',
      inPlanNetworkIndicatorCode: 'Y',
      serviceTypeCodes: ['30'],
      timeQualifierCode: '29',
      benefitAmount: '2856.74',
    },
    tier('A', { benefitPercent: '0' }, [
      'STANDARD SAVINGS',
      'Customer Non-Designated Providers',
      office,
    ]),
    tier('A', { benefitPercent: '.3' }, [
      'MAXIMUM and STANDARD SAVINGS',
      'Specialist Visit',
      'COINS APPLIES TO OUT OF POCKET',
    ]),
    tier('B', { benefitAmount: '10' }, [
      'MAXIMUM SAVINGS',
      'Customer Designated Providers',
      'Primary Care Visit in Office',
    ]),
    tier('B', { benefitAmount: '50' }, [
      'STANDARD SAVINGS',
      'Customer Non-Designated Providers',
      office,
      'COPAY INCLUDED IN OOP',
    ]),
    tier('B', { benefitAmount: '0' }, ['MAXIMUM and STANDARD SAVINGS', 'Specialist Visit']),
    tier('F', {}, ['STANDARD SAVINGS', `${office}/Plan Ded Waived`]),
    tier('I', {}, ['Non Emergency use of Emergency Room/EXCLUSION'], { serviceTypeCodes: ['86'] }),
  ],
}

/** Medicare's 271: no coverage level, no network, several service types in one statement. */
export const medicareX12 = interchange([
  'HL*1**20*1',
  'NM1*PR*2*CMS*****PI*CMS',
  'HL*2*1*21*1',
  'HL*3*2*22*0',
  'NM1*IL*1*BELMAR*ALBERT*R***MI*1AA2BB3CC44',
  'EB*1**88',
  'EB*1**30^42^45^48^49*MA',
  'EB*1**30^2^23^98*MB',
  'EB*A**30*QM*Medicare Part B*27**0',
  'EB*C**30*QM*Medicare Part A*26*0',
  'EB*C**30*QM*Medicare Part B*23*0',
  'EB*I**41^54',
  'EB*R***QM*NJ QMB Plan',
])
