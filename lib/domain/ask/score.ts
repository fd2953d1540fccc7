import type { AnsweredField } from './answer.ts'
import { isProposed, isSame } from './review.ts'
import type { AskMode } from './tasks.ts'

/** What a case of a test set expects: a value by the name of a field. */
export type Expected = Record<string, unknown>

export type FieldScore = {
  name: string
  expected: unknown
  /** What was proposed. */
  given: unknown
  /** From 0 to 1. */
  score: number
  /** Why it is not right although the value may be. */
  note: string | null
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
const folded = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Answers and summaries are in the model's words: each line of the expected must stand in them. */
function shareOfLines(expected: unknown, given: unknown): number {
  const lines = String(expected)
    .split('\n')
    .map(folded)
    .filter((line) => line !== '')
  if (lines.length === 0) return 1
  const said = folded(String(given ?? ''))
  return lines.filter((line) => said.includes(line)).length / lines.length
}

/** A criterion is compared by whether it is met; how that is justified may differ. */
const comparable = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'met' in value ? value.met : value

function isEqual(expected: unknown, given: unknown): boolean {
  const one = comparable(expected)
  const other = comparable(given)
  if (typeof one === 'string' && typeof other === 'string') return folded(one) === folded(other)
  return isSame(one, other)
}

function scoreOf(
  mode: AskMode,
  name: string,
  expected: unknown,
  field?: AnsweredField,
): FieldScore {
  const given = field?.value ?? null
  const common = { name, expected, given }
  const isProven = field !== undefined && isProposed(field)
  if (isEmpty(expected)) {
    const isRight = isEmpty(given) || !isProven
    return { ...common, score: isRight ? 1 : 0, note: isRight ? null : 'Nothing was expected.' }
  }
  const isText = mode === 'answer' || mode === 'summarise'
  const exact = isEqual(expected, given) ? 1 : 0
  const score = isText ? shareOfLines(expected, given) : exact
  if (score > 0 && !isProven)
    return { ...common, score: 0, note: 'The value is right, but it was not proven.' }
  return { ...common, score, note: null }
}

/**
 * Compares an answer with what a case expects, in the order of the answer. A right value counts only
 * when it was proven, since a workflow goes on with no other; where nothing is expected, nothing
 * proven is right.
 */
export function scoreFields(
  mode: AskMode,
  expected: Expected,
  fields: readonly AnsweredField[],
): FieldScore[] {
  const asked = fields.filter(({ name }) => name in expected)
  const left = Object.keys(expected).filter((name) => !asked.some((field) => field.name === name))
  return [
    ...asked.map((field) => scoreOf(mode, field.name, expected[field.name], field)),
    ...left.map((name) => scoreOf(mode, name, expected[name])),
  ]
}

type Scored = { fields: FieldScore[] }

const mean = (scores: readonly number[]): number | null =>
  scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length

/** The share of right fields of all cases; null without any. */
export const overallScore = (results: readonly Scored[]): number | null =>
  mean(results.flatMap(({ fields }) => fields.map(({ score }) => score)))

/** The same by field, in the order in which fields appear. */
export function scoresByField(results: readonly Scored[]): { name: string; score: number }[] {
  const byName = new Map<string, number[]>()
  for (const { name, score } of results.flatMap(({ fields }) => fields))
    byName.set(name, [...(byName.get(name) ?? []), score])
  return [...byName].map(([name, scores]) => ({ name, score: mean(scores) ?? 0 }))
}
