type Member = {
  payerId: string
  memberId: string
  lastName: string
  answer: string | Record<string, unknown>
}

type Entry = {
  code: string
  stc?: string
  level?: string
  network?: 'Y' | 'N' | 'W'
  period?: string
  amount?: string
  percent?: string
  message?: string
  insurance?: string
  quantity?: string
}

/** Change Healthcare's and Stedi's version 3 shape. */
function v3(
  payer: string,
  payerId: string,
  lastName: string,
  memberId: string,
  entries: Entry[],
  more: Record<string, unknown>[] = [],
): Record<string, unknown> {
  return {
    controlNumber: '100000001',
    tradingPartnerServiceId: payerId,
    payer: {
      entityIdentifier: 'Payer',
      entityType: 'Non-Person Entity',
      name: payer,
      payorIdentification: payerId,
    },
    provider: { npi: '1999999984', providerName: 'CEDAR CLINIC' },
    subscriber: { memberId, lastName: lastName.toUpperCase() },
    benefitsInformation: [
      ...entries.map(
        ({
          code,
          stc = '30',
          level = 'IND',
          network,
          period,
          amount,
          percent,
          message,
          insurance,
          quantity,
        }) => ({
          code,
          serviceTypeCodes: [stc],
          coverageLevelCode: level,
          ...(network ? { inPlanNetworkIndicatorCode: network } : {}),
          ...(period ? { timeQualifierCode: period } : {}),
          ...(amount ? { benefitAmount: amount } : {}),
          ...(percent ? { benefitPercent: percent } : {}),
          ...(insurance ? { insuranceTypeCode: insurance } : {}),
          ...(quantity ? { quantityQualifierCode: 'VS', benefitQuantity: quantity } : {}),
          ...(message ? { additionalInformation: [{ description: message }] } : {}),
        }),
      ),
      ...more,
    ],
  }
}

const individual = { coverageLevel: 'INDIVIDUAL' }
const family = { coverageLevel: 'FAMILY' }
const inNetwork = { network: { indicator: 'IN_NETWORK' } }
const outOfNetwork = { network: { indicator: 'OUT_OF_NETWORK' } }
const service = (value: string, definition: string) => ({
  service: { system: 'STC', value, definition },
})
const plan = service('30', 'Health Benefit Plan Coverage')

/** Stedi's shape of 2026-06-01. */
const evergreenPpo = {
  id: 'ec_sandbox_evergreen_ppo',
  payerId: 'EVERGREEN',
  payer: { name: { organization: 'Evergreen Health' }, type: 'PAYER', identification: 'EVERGREEN' },
  subscriber: {
    memberId: 'EVG1001',
    name: { person: { firstName: 'ADA', lastName: 'LINDQVIST' } },
    dateOfBirth: '1984-05-17',
  },
  plans: [
    {
      name: 'Evergreen PPO 1500',
      benefits: {
        statuses: [
          {
            ...individual,
            ...plan,
            status: 'ACTIVE_COVERAGE',
            insuranceType: 'PREFERRED_PROVIDER_ORGANIZATION_PPO',
          },
        ],
        deductible: [
          { ...individual, ...plan, ...inNetwork, amount: '1500', timePeriod: 'CALENDAR_YEAR' },
          { ...individual, ...plan, ...inNetwork, amount: '250', timePeriod: 'REMAINING' },
          { ...family, ...plan, ...inNetwork, amount: '3000', timePeriod: 'CALENDAR_YEAR' },
          { ...family, ...plan, ...inNetwork, amount: '1200', timePeriod: 'REMAINING' },
          { ...individual, ...plan, ...outOfNetwork, amount: '3000', timePeriod: 'CALENDAR_YEAR' },
          { ...individual, ...plan, ...outOfNetwork, amount: '3000', timePeriod: 'REMAINING' },
        ],
        coPayment: [
          {
            ...individual,
            ...service('98', 'Professional (Physician) Visit - Office'),
            ...inNetwork,
            amount: '30',
            timePeriod: 'VISIT',
            messages: ['DEDUCTIBLE WAIVED'],
          },
          {
            ...individual,
            ...service('86', 'Emergency Services'),
            network: { indicator: 'IN_AND_OUT_OF_NETWORK' },
            amount: '250',
            timePeriod: 'VISIT',
          },
        ],
        coInsurance: [
          { ...individual, ...plan, ...inNetwork, percent: '0.2' },
          { ...individual, ...plan, ...outOfNetwork, percent: '0.4' },
          {
            ...individual,
            ...service('98', 'Professional (Physician) Visit - Office'),
            ...inNetwork,
            percent: '0',
          },
        ],
        outOfPocket: [
          { ...individual, ...plan, ...inNetwork, amount: '5000', timePeriod: 'CALENDAR_YEAR' },
          { ...individual, ...plan, ...inNetwork, amount: '3200', timePeriod: 'REMAINING' },
          { ...family, ...plan, ...inNetwork, amount: '7400', timePeriod: 'REMAINING' },
          { ...individual, ...plan, ...outOfNetwork, amount: '10000', timePeriod: 'REMAINING' },
        ],
        nonCovered: [
          {
            ...individual,
            ...service('35', 'Dental Care'),
            network: { indicator: 'IN_AND_OUT_OF_NETWORK' },
          },
        ],
      },
    },
  ],
  x12: '',
}

const medicare = [
  'ISA*00*          *00*          *ZZ*SANDBOX        *ZZ*CEDARCLINIC    ' +
    '*261101*0900*^*00501*000000001*0*T*:',
  'GS*HB*SANDBOX*CEDARCLINIC*20261101*0900*1*X*005010X279A1',
  'ST*271*0001*005010X279A1',
  'BHT*0022*11*SANDBOX1*20261101*0900',
  'HL*1**20*1',
  'NM1*PR*2*MEDICARE*****PI*MEDICARE',
  'HL*2*1*21*1',
  'NM1*1P*2*CEDAR CLINIC*****XX*1999999984',
  'HL*3*2*22*0',
  'TRN*1*1*9SANDBOX01',
  'NM1*IL*1*BELLWEATHER*ROSA****MI*MED3001',
  'EB*1**30^42^45^48^49*MA',
  'EB*1**30^2^23^24^25^26^27^28^3^33^36^50^67^69^73^76^83^86^98*MB',
  'EB*C**30*MA*Medicare Part A*26*1736',
  'EB*C**30*MA*Medicare Part A*29*1736',
  'EB*C**30*MB*Medicare Part B*23*257',
  'EB*C**30*MB*Medicare Part B*29*57',
  'EB*A**30*MB*Medicare Part B*27**.2',
  'SE*17*0001',
  'GE*1*1',
  'IEA*1*000000001',
]

const member = (
  payerId: string,
  memberId: string,
  lastName: string,
  answer: Member['answer'],
): Member => ({ payerId, memberId, lastName, answer })

const highDeductible: Entry[] = [
  { code: '1' },
  { code: 'C', network: 'Y', period: '23', amount: '4000' },
  { code: 'C', network: 'Y', period: '29', amount: '3100' },
  {
    code: 'C',
    network: 'Y',
    level: 'FAM',
    period: '23',
    amount: '8000',
    message: 'DEDUCTIBLE IS MET WHEN FAMILY AMOUNT IS SATISFIED',
  },
  {
    code: 'C',
    network: 'Y',
    level: 'FAM',
    period: '29',
    amount: '6200',
    message: 'DEDUCTIBLE IS MET WHEN FAMILY AMOUNT IS SATISFIED',
  },
  { code: 'A', network: 'Y', percent: '0.2' },
  { code: 'B', stc: 'BZ', network: 'Y', amount: '0', message: 'DEDUCTIBLE WAIVED' },
  { code: 'G', network: 'Y', period: '29', amount: '5400' },
  { code: 'G', network: 'Y', level: 'FAM', period: '29', amount: '10800' },
]

/** Summit knows that Evergreen pays first. */
const secondary: Entry[] = [
  { code: '1' },
  { code: 'C', network: 'W', period: '29', amount: '100' },
  { code: 'A', network: 'W', percent: '0.1' },
  { code: 'G', network: 'W', period: '29', amount: '2000' },
]
const primaryElsewhere = {
  code: 'R',
  name: 'Other or Additional Payor',
  benefitsRelatedEntities: [
    {
      entityIdentifier: 'Primary Payer',
      entityType: 'Non-Person Entity',
      entityName: 'Evergreen Health',
      entityIdentificationValue: 'EVERGREEN',
    },
  ],
}

/**
 * Invented members of invented payers, each with the answer of its payer: both JSON shapes and raw
 * X12, so that a workflow meets all of them.
 */
export const sandboxMembers: Member[] = [
  member('EVERGREEN', 'EVG1001', 'Lindqvist', evergreenPpo),
  member(
    'EVERGREEN',
    'EVG1002',
    'Okafor',
    v3('Evergreen Health', 'EVERGREEN', 'Okafor', 'EVG1002', highDeductible),
  ),
  member(
    'EVERGREEN',
    'EVG1003',
    'Marsh',
    v3('Evergreen Health', 'EVERGREEN', 'Marsh', 'EVG1003', [{ code: '6' }]),
  ),
  member(
    'SUMMIT',
    'SUM2001',
    'Lindqvist',
    v3('Summit Mutual', 'SUMMIT', 'Lindqvist', 'SUM2001', secondary, [primaryElsewhere]),
  ),
  member('MEDICARE', 'MED3001', 'Bellweather', `${medicare.join('~\n')}~`),
  member(
    'MEDICAID',
    'MCD4001',
    'Bellweather',
    v3('State Medicaid', 'MEDICAID', 'Bellweather', 'MCD4001', [
      { code: '1', insurance: 'MC' },
      { code: 'A', insurance: 'MC', percent: '0' },
    ]),
  ),
  member(
    'CEDARDENTAL',
    'DEN5001',
    'Okafor',
    v3('Cedar Dental', 'CEDARDENTAL', 'Okafor', 'DEN5001', [
      { code: '1', stc: '35' },
      { code: 'C', stc: '35', network: 'W', period: '29', amount: '50' },
      { code: 'A', stc: '35', network: 'W', percent: '20' },
      { code: 'F', stc: '35', network: 'W', period: '29', amount: '300' },
    ]),
  ),
]
