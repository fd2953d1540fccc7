type Said = {
  stc?: string
  level?: string
  net?: 'Y' | 'N' | 'W' | ''
  period?: string
  message?: string
  insurance?: string
  plan?: string
  procedure?: string
  place?: string
  visits?: number
  auth?: 'Y'
}

function eb(
  code: string,
  amount: string,
  share: string,
  {
    stc = '30',
    level = 'IND',
    net = 'Y',
    period = '',
    message,
    insurance = '',
    plan = '',
    procedure = '',
    place,
    visits,
    auth,
  }: Said,
): string {
  const elements = [
    code,
    level,
    procedure ? '' : stc,
    insurance,
    plan,
    period,
    amount,
    share,
    visits === undefined ? '' : 'VS',
    visits === undefined ? '' : String(visits),
    auth ?? '',
    net,
    procedure ? `HC:${procedure}` : '',
  ]
  return `EB*${elements.join('*')}~${message === undefined ? '' : `MSG*${message}~`}${place === undefined ? '' : `III*ZZ*${place}~`}`
}

/**
 * EB segments in everyday words: the remaining part of a deductible is `left`, its total `total`,
 * the year to date `ytd`.
 */
export const active = (said: Said = {}) => eb('1', '', '', { net: '', ...said })
export const inactive = (said: Said = {}) => eb('6', '', '', { net: '', ...said })
export const coinsurance = (share: string, said: Said = {}) => eb('A', '', share, said)
export const copay = (amount: number, said: Said = {}) => eb('B', String(amount), '', said)
export const deductible = {
  left: (amount: number, said: Said = {}) => eb('C', String(amount), '', { period: '29', ...said }),
  total: (amount: number, said: Said = {}) =>
    eb('C', String(amount), '', { period: '23', ...said }),
  ytd: (amount: number, said: Said = {}) => eb('C', String(amount), '', { period: '24', ...said }),
  of: (amount: number, said: Said = {}) => eb('C', String(amount), '', said),
}
export const outOfPocket = {
  left: (amount: number, said: Said = {}) => eb('G', String(amount), '', { period: '29', ...said }),
  total: (amount: number, said: Said = {}) =>
    eb('G', String(amount), '', { period: '23', ...said }),
  ytd: (amount: number, said: Said = {}) => eb('G', String(amount), '', { period: '24', ...said }),
  of: (amount: number, said: Said = {}) => eb('G', String(amount), '', said),
}
export const notCovered = (said: Said = {}) => eb('I', '', '', said)
export const maximumLeft = (amount: number, said: Said = {}) =>
  eb('F', String(amount), '', { period: '29', ...said })
export const visitsLeft = (visits: number, said: Said = {}) =>
  eb('F', '', '', { period: '29', visits, ...said })
export const spendDown = (amount: number, said: Said = {}) =>
  eb('Y', String(amount), '', { period: '29', net: '', ...said })
export const text = (message: string, said: Said = {}) => eb('F', '', '', { message, ...said })
export const otherPayer = (name: string) => `EB*R**30~LS*2120~NM1*PRP*2*${name}~LE*2120~`

const header = [
  'ISA*00*          *00*          *ZZ*PAYER          *ZZ*CLINIC         ' +
    '*261101*0900*^*00501*000000001*0*T*:',
  'GS*HB*PAYER*CLINIC*20261101*0900*1*X*005010X279A1',
]
const people = [
  'BHT*0022*11*1*20261101*0900',
  'HL*1**20*1',
  'NM1*PR*2*PAYER*****PI*1',
  'HL*2*1*21*1',
  'NM1*1P*2*CLINIC*****XX*1999999984',
  'HL*3*2*22*0',
  'NM1*IL*1*DOE*JANE****MI*1',
]

/** A whole 271 around segments of a transaction set, with the right counts. */
export const interchange = (segments: readonly string[]): string =>
  `${[
    ...header,
    'ST*271*0001*005010X279A1',
    ...segments,
    `SE*${segments.length + 2}*0001`,
    'GE*1*1',
    'IEA*1*000000001',
  ].join('~')}~`

/** A whole 271 around EB segments of one subscriber. */
export const x12 = (...segments: string[]): string =>
  interchange([...people, ...segments.join('').split('~').filter(Boolean)])

/** A DTP segment: one day (D8) or a span of two (RD8), as CCYYMMDD. */
export const date = (qualifier: string, text: string): string =>
  `DTP*${qualifier}*${text.includes('-') ? 'RD8' : 'D8'}*${text}~`
