import type { AskField } from '#lib/domain/ask/tasks'
import type { DocumentPage } from '#lib/domain/document/page'
import { valuesOnPage, type ValueOnPage } from '../pages/find-values.ts'
import type { PageKey } from '../pages/page-stream.ts'
import { termsOf } from '../pages/search-words.ts'
import type { RuleKind } from '../pages/value-rules.ts'

/** A value and where it stands: on which page, between which of its characters. */
export type ByRule = {
  value: unknown
  confidence: number
  at: PageKey & { start: number; end: number }
}

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
function before(text: string, start: number): string {
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

/** Kinds that say nothing without a label: every page has dates and amounts. */
const needsLabel: readonly RuleKind[] = ['date', 'amount']

const asTyped = (value: string, { schema }: AskField): unknown => {
  const isNumber = schema['type'] === 'number' || schema['type'] === 'integer'
  return isNumber && Number.isFinite(Number(value)) ? Number(value) : value
}

/** The value of a kind with the most words of the field before it, in its line; else the first. */
class KindSearch {
  best: ByRule | undefined
  readonly #field: AskField
  readonly #kind: RuleKind
  readonly #words: string[]
  readonly #isBirth: boolean
  #score = -1

  constructor(field: AskField, kind: RuleKind) {
    this.#field = field
    this.#kind = kind
    this.#words = labelWords(field)
    this.#isBirth = /birth|dob|born/.test(wordsOf(field))
  }

  look({ fileId, page, text }: DocumentPage, values: readonly ValueOnPage[]): void {
    for (const { kind, value, confidence, start, end } of values) {
      if (kind !== this.#kind) continue
      const score = this.#shared(before(text, start))
      if (score <= this.#score || (score === 0 && needsLabel.includes(kind))) continue
      this.#score = score
      const at = { fileId, page, start, end }
      this.best = { value: asTyped(value, this.#field), confidence, at }
    }
  }

  /** How many words of the field were said before a value. */
  #shared(said: string): number {
    const short = this.#isBirth && /\bdob\b|\bborn\b/.test(said) ? 1 : 0
    return this.#words.filter((word) => said.includes(word)).length + short
  }
}

const escaped = (word: string): string => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
const labelConfidence = 0.4

function labelPattern({ title }: AskField): RegExp {
  const words = title
    .trim()
    .split(/\s+/)
    .map(escaped)
    .join(String.raw`\s{1,3}`)
  return new RegExp(
    String.raw`(?:^|\n|\s{2})${words}(?:\s{1,3}name)?\s{0,2}:\s{0,5}(?<value>[^\n:]{1,80}?)(?=\s{2}|\n|$)`,
    'diu',
  )
}

/** The rest of the first line that begins with the field's title and a colon. */
class LabelSearch {
  best: ByRule | undefined
  readonly #pattern: RegExp | undefined

  constructor(field: AskField) {
    const { type } = field.schema
    this.#pattern = type === undefined || type === 'string' ? labelPattern(field) : undefined
  }

  look({ fileId, page, text, confidence }: DocumentPage): void {
    if (this.best || !this.#pattern) return
    const found = this.#pattern.exec(text)?.indices?.groups?.['value']
    if (!found) return
    const [start, end] = found
    const value = text.slice(start, end)
    this.best = {
      value,
      confidence: labelConfidence * confidence,
      at: { fileId, page, start, end },
    }
  }
}

/**
 * Looks for fields by their form or label alone, page by page: each page is looked at once for all
 * fields, and only the best of each is kept.
 */
export class FieldSearch {
  readonly #searches: Map<AskField, KindSearch | LabelSearch>
  readonly #needsValues: boolean

  constructor(fields: readonly AskField[]) {
    const searchOf = (field: AskField) => {
      const kind = kindOf(field)
      return kind ? new KindSearch(field, kind) : new LabelSearch(field)
    }
    this.#searches = new Map(fields.map((field) => [field, searchOf(field)]))
    this.#needsValues = [...this.#searches.values()].some((each) => each instanceof KindSearch)
  }

  look(page: DocumentPage): void {
    const values = this.#needsValues ? valuesOnPage(page) : []
    for (const search of this.#searches.values()) search.look(page, values)
  }

  /** What was found so far for a field. */
  found(field: AskField): ByRule | undefined {
    return this.#searches.get(field)?.best
  }
}
