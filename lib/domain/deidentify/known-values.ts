import type { KnownValue, MarkKind } from './kinds.ts'

/** What a field holds by the words of its name, the first that fits. */
const byWord: [MarkKind, RegExp][] = [
  ['EMAIL', /e?mail/],
  ['PHONE', /phone|fax|mobile|cell|tel/],
  ['DATE', /birth|dob|date|admi|discharg|death/],
  ['ZIP', /zip|postal/],
  ['ADDRESS', /address|street|city|county|line/],
  ['URL', /url|website/],
  [
    'ID',
    /(^|[a-z_-])ids?$|^id|ssn|mrn|npi|number|account|policy|member|licen|serial|plate|identifier/,
  ],
  [
    'NAME',
    /name|patient|person|physician|doctor|provider|first|last|given|family|subscriber|guarantor/,
  ],
]

const kindOf = (field: string): MarkKind | undefined =>
  byWord.find(([, words]) => words.test(field.toLowerCase()))?.[0]

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text)
/** Ids of our own say nothing outside, and hiding them would hide nobody. */
const isOwnId = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/i.test(text)

const longestValue = 200
const mostValues = 500

/**
 * Values in the data of a run that tell who somebody is, found by the names of their fields. Names
 * in two fields of one object (first and last) are also one name. At most 500, for bounded work.
 */
export function knownValuesIn(data: unknown): KnownValue[] {
  const found = new Map<string, KnownValue>()
  const add = (kind: MarkKind, value: string) => {
    const text = value.trim()
    if (text.length < 2 || text.length > longestValue || isOwnId(text)) return
    if (found.size < mostValues) found.set(`${kind} ${text}`, { kind, value: text })
  }
  const walk = (value: unknown, field: string, depth: number): void => {
    if (depth > 12) return
    if (Array.isArray(value)) {
      for (const entry of value) walk(entry, field, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      const fields = value as Record<string, unknown>
      for (const whole of wholeNames(fields)) add('NAME', whole)
      for (const [name, entry] of Object.entries(fields)) walk(entry, name, depth + 1)
    } else if (typeof value === 'string' || typeof value === 'number') {
      const kind = kindOf(field)
      const text = String(value)
      if (kind) add(kind === 'NAME' && isDate(text) ? 'DATE' : kind, text)
    }
  }
  walk(data, '', 0)
  return [...found.values()]
}

const partOf = (fields: Record<string, unknown>, words: RegExp): string | undefined => {
  const value = Object.entries(fields).find(([name]) => words.test(name))?.[1]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function wholeNames(fields: Record<string, unknown>): string[] {
  const first = partOf(fields, /first|given/i)
  const last = partOf(fields, /last|family|surname/i)
  return first !== undefined && last !== undefined ? [`${first} ${last}`] : []
}
