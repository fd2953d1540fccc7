import { datePattern } from './dates.ts'
import type { MarkKind } from './kinds.ts'

/** `part` names the group that is replaced; without it, all of the match is. */
export type Pattern = {
  kind: MarkKind
  pattern: RegExp
  part?: string
  holds?(found: string): boolean
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** The check digit of cards and, with 80840 in front, of national provider identifiers. */
export function hasLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, sign, index) => {
      const digit = Number(sign) * (index % 2 === 1 ? 2 : 1)
      return total + (digit > 9 ? digit - 9 : digit)
    }, 0)
  return sum % 10 === 0
}

const isNpi = (found: string): boolean => hasLuhn(`80840${digitsOf(found)}`)
/** Numbers that were never given out are no social security numbers. */
const isSsn = (found: string): boolean =>
  /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digitsOf(found))

const labels = [
  'mrn|medical record|chart|encounter|visit|csn|account|acct|member|subscriber|policy|group',
  'claim|authori[sz]ation|auth|referral|case|certificate|licen[cs]e|dea|serial|device|vin|plate',
  'patient|beneficiary|medicare|medicaid|mbi|hicn|insurance|rx ?bin|rx ?group|invoice',
].join('|')

const people = [
  'patient|member|subscriber|guarantor|insured|name|first name|last name|provider|physician',
  'attending|referring|ordering|surgeon|nurse|contact|guardian|mother|father|spouse|next of kin',
  'signed|signed by|dictated by|cc|from|to|attn',
].flatMap((line) => line.split('|'))
const streets = [
  'street|st|avenue|ave|road|rd|boulevard|blvd|drive|dr|lane|ln|court|ct|place|pl|square|sq',
  'terrace|ter|way|highway|hwy|parkway|pkwy|circle|cir',
].flatMap((line) => line.split('|'))
const states =
  'AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|' +
  'NM|NY|NC|ND|OH|OK|OR|PA|PR|RI|SC|SD|TN|TX|UT|VT|VA|VI|WA|WV|WI|WY'

/** Each word in lower case, with a capital, and in capitals; longer ones first. */
const anyCase = (words: string[]): string =>
  words
    .flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()])
    .toSorted((one, other) => other.length - one.length)
    .join('|')
const beginning = (words: string[]): string =>
  words
    .flatMap((word) => [word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()])
    .toSorted((one, other) => other.length - one.length)
    .join('|')

/** Words like `45-year-old` after a label are no identifiers. */
function isNumbered(found: string): boolean {
  const digits = digitsOf(found).length
  return digits >= 4 || (digits >= 2 && /^[\dA-Z-]{5,}$/.test(found))
}

const name = String.raw`\p{Lu}[\p{L}'’-]{0,30}\.?`
const names = String.raw`${name}(?:,?[ \t]{1,3}${name}){0,3}`

/**
 * What tells who somebody is by its form alone, the surest first. They see the original text, after
 * known values were replaced.
 */
export const patterns: Pattern[] = [
  // Marks in the document itself could be taken for ours.
  { kind: 'TEXT', pattern: /\[\[[^[\]\n]{1,60}\]\]/g },
  { kind: 'EMAIL', pattern: /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}/g },
  { kind: 'URL', pattern: /(?:https?:\/\/|www\.)[^\s<>"')\]]{3,500}/gi },
  {
    kind: 'IP',
    pattern: /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g,
    holds: (found) => found.split('.').every((part) => Number(part) < 256),
  },
  { kind: 'IP', pattern: /(?<![\w:])(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(?![\w:])/gi },
  { kind: 'ID', pattern: /(?<![\d-])\d{3}[- ]\d{2}[- ]\d{4}(?![\d-])/g, holds: isSsn },
  { kind: 'DATE', pattern: new RegExp(datePattern.source, 'giu') },
  {
    kind: 'ID',
    pattern:
      /(?<!\p{L})(?:ssn|social security(?: number| no\.?)?)\s{0,3}[:#]?\s{0,3}(?<id>[\dXx*][\dXx* -]{7,12})/giu,
    part: 'id',
  },
  {
    kind: 'ID',
    pattern: new RegExp(
      String.raw`(?<!\p{L})(?:${labels})\s{0,2}(?:id|number|no\.?|num|#)?\s{0,2}(?:is|:|#)?\s{0,3}(?<id>(?=[\p{L}-]{0,6}\d)[\p{L}\d][\p{L}\d-]{3,29})`,
      'giu',
    ),
    part: 'id',
    holds: isNumbered,
  },
  { kind: 'ID', pattern: /(?<![\d-])[12]\d{9}(?![\d-])/g, holds: isNpi },
  {
    kind: 'PHONE',
    pattern:
      /(?<![\d.-])(?:\+?1[ .-]?)?(?:\([2-9]\d{2}\)[ ]?|[2-9]\d{2}[ .-]?)[2-9]\d{2}[ .-]?\d{4}(?:\s?(?:x|ext\.?)\s?\d{1,6})?(?![\d-])/gi,
  },
  { kind: 'PHONE', pattern: /(?<![\w+])\+\d{1,3}[ .-]?\d(?:[ .-]?\d){6,12}(?!\d)/g },
  {
    kind: 'AGE',
    pattern: /(?<!\d)(?<age>9\d|1[0-2]\d)(?=[- ]?(?:years?|yrs?|y\/?o|year-old)(?![\p{L}]))/giu,
    part: 'age',
  },
  {
    kind: 'ADDRESS',
    pattern: new RegExp(
      String.raw`(?<!\d)\d{1,6}[ \t]{1,3}(?:[\p{Lu}\d][\p{L}\d.'-]{0,25}[ \t]{1,3}){1,4}` +
        String.raw`(?:${beginning(streets)})\.?(?![\p{L}])` +
        String.raw`(?:,?\s{1,3}(?:${anyCase(['apt', 'apartment', 'suite', 'ste', 'unit'])}|#)` +
        String.raw`\.?\s{0,2}[\p{L}\d-]{1,8})?`,
      'gu',
    ),
  },
  { kind: 'ADDRESS', pattern: /(?<!\p{L})p\.?\s?o\.?\s?box\s{1,3}\d{1,8}/giu },
  {
    kind: 'ADDRESS',
    pattern: new RegExp(
      String.raw`(?<city>\p{Lu}[\p{L}'’.-]{1,30}(?:[ \t]\p{Lu}[\p{L}'’.-]{1,30}){0,2}),[ \t]{1,3}(?:${states})(?=[ \t]{1,3}\d{5})`,
      'gu',
    ),
    part: 'city',
  },
  {
    kind: 'ZIP',
    pattern: new RegExp(
      String.raw`(?<=(?<!\p{L})(?:${states})[ \t]{1,3})\d{5}(?:-\d{4})?(?!\d)`,
      'gu',
    ),
  },
  { kind: 'ZIP', pattern: /(?<![\d-])\d{5}-\d{4}(?![\d-])/g },
  {
    kind: 'NAME',
    pattern: new RegExp(
      String.raw`(?<![\p{L}])(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.?[ \t]{1,3}(?<name>${names})`,
      'gu',
    ),
    part: 'name',
  },
  {
    kind: 'NAME',
    pattern: new RegExp(
      String.raw`(?<name>${name}(?:[ \t]{1,3}${name}){1,3}),?[ \t]{1,3}(?:M\.?D|D\.?O|N\.?P|P\.?A(?:-C)?|R\.?N|Ph\.?D|DPM|FNP(?:-BC|-C)?)(?![\p{L}])`,
      'gu',
    ),
    part: 'name',
  },
  {
    kind: 'NAME',
    pattern: new RegExp(
      String.raw`(?<![\p{L}])(?:${anyCase(people)})(?: [Nn]ame| NAME)?\s{0,2}:\s{0,3}` +
        `(?<name>${names})`,
      'gu',
    ),
    part: 'name',
  },
  // Any longer number; amounts have a sign, a point or commas.
  { kind: 'ID', pattern: /(?<![\d$€£.,-])\d{7,20}(?![\d.,]*\d)/g },
]
