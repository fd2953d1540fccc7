/** What the rules look for. */
export const ruleKinds = [
  'date',
  'amount',
  'mrn',
  'member-id',
  'claim-number',
  'authorization-number',
  'npi',
  'ssn',
  'phone',
  'zip',
  'icd-10',
  'cpt',
  'hcpcs',
] as const
export type RuleKind = (typeof ruleKinds)[number]

type Surroundings = {
  /** The same line before the value, at most 60 characters. */
  before: string
  after: string
  /** The pattern's group `label`. */
  label: string | undefined
}
type Read = { value: string; confidence: number; label?: string } | undefined
type Rule = {
  kind: RuleKind
  /** Its group `value` is what stands in the place. Each runs in linear time. */
  pattern: RegExp
  read(written: string, surroundings: Surroundings): Read
}

const monthNames = [
  ['january', 'jan', 'enero', 'ene'],
  ['february', 'feb', 'febrero'],
  ['march', 'mar', 'marzo'],
  ['april', 'apr', 'abril', 'abr'],
  ['may', 'mayo'],
  ['june', 'jun', 'junio'],
  ['july', 'jul', 'julio'],
  ['august', 'aug', 'agosto', 'ago'],
  ['september', 'sept', 'sep', 'septiembre'],
  ['october', 'oct', 'octubre'],
  ['november', 'nov', 'noviembre'],
  ['december', 'dec', 'diciembre', 'dic'],
]
const months = new Map(
  monthNames.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
)
const monthWord = [...months.keys()].toSorted((one, other) => other.length - one.length).join('|')

/** The date as YYYY-MM-DD; undefined when there is no such day. */
function isoDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  date.setUTCFullYear(year)
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= 1850 && year <= 2150 ? date.toISOString().slice(0, 10) : undefined
}

const asDate = (value: string | undefined, confidence: number): Read =>
  value === undefined ? undefined : { value, confidence }

/** The end of the line before a value, when it ends in a label such as "Fax:". */
const labelIn = (before: string, label: RegExp): string | undefined =>
  label
    .exec(before)?.[0]
    .trim()
    .replace(/[:#.\s]+$/, '')

function readNumericDate(written: string): Read {
  const [first = 0, second = 0, last = 0] = written.split(/\D/).map(Number)
  const short = /\D\d\d$/.test(written)
  // A year of two digits is this century's up to 30 years from 2000, else the last one's.
  const year = short ? last + (last <= 30 ? 2000 : 1900) : last
  if (first > 12) return asDate(isoDate(year, second, first), 0.6)
  const sure = second > 12 || first === second ? 0.9 : 0.8
  return asDate(isoDate(year, first, second), short ? sure - 0.15 : sure)
}

function readNamedDate(written: string): Read {
  const month = months.get(
    (/\p{L}+/u.exec(written.replace(/\bde\b/g, ''))?.[0] ?? '').toLowerCase(),
  )
  const [day = 0, year = 0] = (written.match(/\d+/g) ?? []).map(Number)
  return month === undefined ? undefined : asDate(isoDate(year, month, day), 0.95)
}

function readAmount(written: string, { before, after }: Surroundings): Read {
  const number = written.replace(/[^\d.]/g, '')
  const negative = /[-−–]/.test(written) || (/\(\s?$/.test(before) && /^\s?\)/.test(after))
  return { value: `${negative ? '-' : ''}${number}`, confidence: 0.9 }
}

/** The check digit of an NPI: Luhn over 80840 and its ten digits (45 CFR 162.406). */
export function isNpi(digits: string): boolean {
  if (!/^[12]\d{9}$/.test(digits)) return false
  const sum = Array.from(`80840${digits}`, Number)
    .toReversed()
    .map((digit, index) => (index % 2 === 1 ? digit * 2 : digit))
    .reduce((total, digit) => total + (digit > 9 ? digit - 9 : digit), 0)
  return sum % 10 === 0
}

function readNpi(written: string, { before }: Surroundings): Read {
  if (!isNpi(written)) return undefined
  const label = labelIn(before, /\bNPI\b[^\d]{0,20}$/i)
  return label === undefined
    ? { value: written, confidence: 0.6 }
    : { value: written, confidence: 0.98, label: 'NPI' }
}

function readSsn(written: string, { before }: Surroundings): Read {
  const digits = written.replace(/\D/g, '')
  const isIssued = !/^(?:000|666|9)|^...00|0000$/.test(digits)
  const label = labelIn(before, /\b(?:SSN|social security(?: number| no\.?)?)[^\d]{0,10}$/i)
  if (!isIssued || (digits === written && label === undefined)) return undefined
  return label === undefined
    ? { value: digits, confidence: 0.8 }
    : { value: digits, confidence: 0.95, label: 'SSN' }
}

function readPhone(written: string, { before }: Surroundings): Read {
  const digits = written.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  if (!/^[2-9]\d\d[2-9]\d{6}$/.test(digits)) return undefined
  const label = labelIn(before, /\b(?:fax|telephone|phone|tel|mobile|cell)\b[^\d(+]{0,12}$/i)
  const value = `+1${digits}`
  if (label !== undefined) return { value, confidence: 0.95, label }
  // Ten digits in a row are many things.
  return /\D/.test(written) ? { value, confidence: 0.8 } : undefined
}

const states =
  'AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|' +
  'NM|NY|NC|ND|OH|OK|OR|PA|PR|RI|SC|SD|TN|TX|UT|VT|VA|VI|WA|WV|WI|WY'

function readZip(written: string, { before }: Surroundings): Read {
  const isAfterState = new RegExp(`\\b(?:${states})[.,]? {1,3}$`).test(before)
  const label = labelIn(before, /\bzip(?: code)?[^\d]{0,6}$/i)
  if (label !== undefined) return { value: written, confidence: 0.95, label: 'ZIP' }
  return isAfterState ? { value: written, confidence: 0.9 } : undefined
}

const diagnosisWords = /\b(?:ICD|diagnos[ei]s|dx)\b/i
const procedureWords = /\b(?:CPT|HCPCS|procedures?|service codes?)\b/i

function readIcd(written: string, { before }: Surroundings): Read {
  const label = diagnosisWords.exec(before)?.[0]
  const value = written.toUpperCase()
  const dotted = value.includes('.')
  if (label !== undefined) return { value, confidence: dotted ? 0.95 : 0.75, label }
  return dotted ? { value, confidence: 0.8 } : undefined
}

const readCode =
  (alone: number) =>
  (written: string, { before }: Surroundings): Read => {
    const label = procedureWords.exec(before)?.[0]
    if (label !== undefined) return { value: written, confidence: 0.85, label }
    return alone === 0 ? undefined : { value: written, confidence: alone }
  }

/** An identifier by the label before it; it has a digit, and a letter or digit at both ends. */
function labelled(kind: RuleKind, label: string): Rule {
  const number = '(?:number|num|no|id|#)'
  const words = label.replaceAll('NUMBER', number)
  return {
    kind,
    pattern: new RegExp(
      `\\b(?<label>${words})[.:#]{0,2}\\s{0,3}[:#]?\\s{0,3}(?<value>[A-Za-z0-9](?:[A-Za-z0-9-]{1,28}[A-Za-z0-9]))(?![A-Za-z0-9-])`,
      'gdi',
    ),
    read: (value, { label: found = '' }) =>
      /\d/.test(value) ? { value, confidence: 0.85, label: found.replace(/\s+/g, ' ') } : undefined,
  }
}

/**
 * The rules. Their confidence is an estimate: a check digit or a label makes a value likely, a
 * shape alone less so.
 */
export const valueRules: Rule[] = [
  {
    kind: 'date',
    pattern: /(?<![\d-])(?<value>(?:18|19|20|21)\d\d-\d\d-\d\d)(?![\d-])/dg,
    read: (written) => {
      const [year = 0, month = 0, day = 0] = written.split('-').map(Number)
      return asDate(isoDate(year, month, day), 0.95)
    },
  },
  {
    kind: 'date',
    pattern: /(?<![\d./-])(?<value>\d{1,2}([./-])\d{1,2}\2(?:\d{4}|\d\d))(?![\d/-]|\.\d)/dg,
    read: readNumericDate,
  },
  {
    kind: 'date',
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(?<value>(?:(?:${monthWord})\\.? \\d{1,2}(?:st|nd|rd|th)?,? |` +
        `\\d{1,2}(?:st|nd|rd|th)? (?:de )?(?:${monthWord})\\.?,? (?:de )?)(?:18|19|20|21)\\d\\d)(?!\\d)`,
      'gdiu',
    ),
    read: readNamedDate,
  },
  {
    kind: 'amount',
    pattern:
      /(?<![\d.,$])(?<value>[-−–]?(?:\$|US\$|USD) ?[-−–]?(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:\.\d\d)?)(?![\d]|[.,]\d)/dg,
    read: readAmount,
  },
  {
    kind: 'amount',
    pattern: /(?<![\d.,$])(?<value>(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:\.\d\d)? ?USD)\b/dg,
    read: readAmount,
  },
  labelled('mrn', 'MRN|medical record(?: NUMBER)?|patient NUMBER|chart NUMBER'),
  labelled(
    'member-id',
    "(?:member|subscriber|insured|beneficiary|policy|enrollee)(?:[’']s)? (?:ID )?NUMBER|medicare NUMBER|MBI",
  ),
  labelled('claim-number', 'claim(?: control)? NUMBER|ICN|DCN'),
  labelled(
    'authorization-number',
    '(?:prior )?auth(?:orization)? NUMBER|reference NUMBER|referral NUMBER|case NUMBER',
  ),
  { kind: 'npi', pattern: /(?<![\d-])(?<value>[12]\d{9})(?![\d-])/dg, read: readNpi },
  {
    kind: 'ssn',
    pattern: /(?<![\d-])(?<value>\d{3}-\d\d-\d{4}|\d{3} \d\d \d{4}|\d{9})(?![\d-])/dg,
    read: readSsn,
  },
  {
    kind: 'phone',
    pattern:
      /(?<![\d-])(?<value>(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ]?)\d{3}[-. ]?\d{4})(?![\d-])/dg,
    read: readPhone,
  },
  { kind: 'zip', pattern: /(?<![\d-])(?<value>\d{5}(?:-\d{4})?)(?![\d-])/dg, read: readZip },
  {
    kind: 'icd-10',
    pattern: /(?<![A-Za-z0-9.])(?<value>[A-Z]\d[0-9AB](?:\.[0-9A-Z]{1,4})?)(?![A-Za-z0-9])/dg,
    read: readIcd,
  },
  {
    kind: 'cpt',
    pattern: /(?<![\d.,$#-])(?<value>\d{4}[0-9FTU])(?![\dA-Za-z]|[.,]\d)/dg,
    read: readCode(0),
  },
  {
    kind: 'hcpcs',
    pattern: /(?<![A-Za-z0-9])(?<value>[A-V]\d{4})(?![A-Za-z0-9])/dg,
    read: readCode(0.7),
  },
]
