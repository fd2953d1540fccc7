import type { AskField } from '#lib/domain/ask/tasks'
import type { DocumentPage, Place } from '#lib/domain/document/page'
import { placeOf } from '../pages/find-quote.ts'
import { findValues, type FoundValue } from '../pages/find-values.ts'
import { termsOf } from '../pages/search-words.ts'
import type { RuleKind } from '../pages/value-rules.ts'

export type ByRule = { value: unknown; confidence: number; place: Place }

/** Which rule finds a field, by the words of its name and title; the first that fits. */
const kindByWord: [RuleKind, RegExp][] = [
  ['npi', /\bnpi\b/],
  ['ssn', /\bssn\b|social security/],
  ['mrn', /\bmrn\b|medical record/],
  ['member-id', /member|subscriber/],
  ['claim-number', /claim/],
  ['authorization-number', /authori[sz]ation|\bauth\b/],
  ['icd-10', /icd|diagnosis code/],
  ['hcpcs', /hcpcs/],
  ['cpt', /\bcpt\b|procedure code/],
  ['phone', /phone|\bfax\b/],
  ['zip', /\bzip\b|postal/],
  ['date', /date|birth|\bdob\b/],
  ['amount', /amount|cost|charge|total|price|balance|paid|payment/],
]

const separated = (name: string): string => name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|[_-]/gu, ' ')
const wordsOf = ({ name, title }: AskField): string => `${separated(name)} ${title}`.toLowerCase()

function kindOf(field: AskField): RuleKind | undefined {
  if (field.schema['format'] === 'date') return 'date'
  return kindByWord.find(([, words]) => words.test(wordsOf(field)))?.[0]
}

const labelCharacters = 60

/** What stands before a value in its line. */
function before({ fileId, page, start }: Place, pages: readonly DocumentPage[]): string {
  const text = pages.find((each) => each.fileId === fileId && each.page === page)?.text ?? ''
  const line = text.lastIndexOf('\n', start - 1) + 1
  return text.slice(Math.max(line, start - labelCharacters), start).toLowerCase()
}

/** Words of many labels: a date of birth is no date of admission. */
const ofManyLabels = new Set(['date', 'day', 'amount', 'number', 'code'])

/** The words that tell the field from others; all of its words when it has no others. */
function labelWords(field: AskField): string[] {
  const words = termsOf(wordsOf(field)).map(({ word }) => word)
  const own = words.filter((word) => !ofManyLabels.has(word))
  return own.length > 0 ? own : words
}

/** How many words of the field stand before the value, in its line. */
function shared(field: AskField, { place }: FoundValue, pages: readonly DocumentPage[]): number {
  const terms = labelWords(field)
  const said = before(place, pages)
  const short = /\bdob\b|\bborn\b/.test(said) && /birth|dob|born/.test(wordsOf(field)) ? 1 : 0
  return terms.filter((word) => said.includes(word)).length + short
}

/** Kinds that say nothing without a label: every page has dates and amounts. */
const needsLabel: readonly RuleKind[] = ['date', 'amount']

const asTyped = (value: string, { schema }: AskField): unknown => {
  const isNumber = schema['type'] === 'number' || schema['type'] === 'integer'
  return isNumber && Number.isFinite(Number(value)) ? Number(value) : value
}

function byKind(
  field: AskField,
  kind: RuleKind,
  pages: readonly DocumentPage[],
): ByRule | undefined {
  const ranked = findValues(pages, [kind])
    .map((found) => ({ found, score: shared(field, found, pages) }))
    .filter(({ score }) => score > 0 || !needsLabel.includes(kind))
    .toSorted((one, other) => other.score - one.score)
  const [best] = ranked
  if (!best) return undefined
  const { value, confidence, place } = best.found
  return { value: asTyped(value, field), confidence, place }
}

const escaped = (word: string): string => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
const labelConfidence = 0.4

/** The rest of a line that begins with the field's title and a colon. */
function byLabel({ title, schema }: AskField, pages: readonly DocumentPage[]): ByRule | undefined {
  if (schema['type'] !== undefined && schema['type'] !== 'string') return undefined
  const words = title
    .trim()
    .split(/\s+/)
    .map(escaped)
    .join(String.raw`\s{1,3}`)
  const pattern = new RegExp(
    String.raw`(?:^|\n|\s{2})${words}(?:\s{1,3}name)?\s{0,2}:\s{0,5}(?<value>[^\n:]{1,80}?)(?=\s{2}|\n|$)`,
    'diu',
  )
  for (const page of pages) {
    const found = pattern.exec(page.text)?.indices?.groups?.['value']
    if (!found) continue
    const place = placeOf(page, found[0], found[1])
    return { value: place.text, confidence: labelConfidence * page.confidence, place }
  }
  return undefined
}

/** What stands in the pages for a field, by its form or label alone. */
export function fieldByRule(field: AskField, pages: readonly DocumentPage[]): ByRule | undefined {
  const kind = kindOf(field)
  return kind ? byKind(field, kind, pages) : byLabel(field, pages)
}
