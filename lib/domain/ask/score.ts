import type { AnsweredField } from './answer.ts'
import { isProposed, isSame } from './review.ts'
import type { AskMode } from './tasks.ts'

/** What a case of a test set expects: a value by the name of a field. */
export type Expected = Record<string, unknown>

export type FieldScore = {
  name: string
  /** For people. */
  title: string
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

/** A criterion is expected by whether it is met; how that is justified may differ. */
export const comparable = (value: unknown): unknown =>
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
  const common = { name, title: field?.title ?? name, expected, given }
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
export type ScoredCase = Scored & { caseId: string }

/** A field of a case whose score is another one than before. */
export type Move = {
  caseId: string
  name: string
  before: number
  now: number
  /** What was proposed before. */
  gaveBefore: unknown
}

export type Comparison = {
  /** In how many cases both were asked. */
  cases: number
  before: number
  now: number
  byField: { name: string; before: number; now: number }[]
  moves: Move[]
}

const mean = (scores: readonly number[]): number | null =>
  scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length

/** The share of right fields of all cases; null without any. */
export const overallScore = (results: readonly Scored[]): number | null =>
  mean(results.flatMap(({ fields }) => fields.map(({ score }) => score)))

/** The same by field, in the order in which fields appear. */
export function scoresByField(
  results: readonly Scored[],
): { name: string; title: string; score: number }[] {
  const byName = Map.groupBy(
    results.flatMap(({ fields }) => fields),
    ({ name }) => name,
  )
  return [...byName].map(([name, own]) => ({
    name,
    // A field without an answer has its name for a title.
    title: own.find(({ title }) => title !== name)?.title ?? name,
    score: mean(own.map(({ score }) => score)) ?? 0,
  }))
}

type Pair = { caseId: string; name: string; before: FieldScore; now: FieldScore }

/** The fields that two trials have in common, since only those can be compared. */
function pairsOf(now: readonly ScoredCase[], before: readonly ScoredCase[]): Pair[] {
  const old = new Map(before.map(({ caseId, fields }) => [caseId, fields]))
  return now.flatMap(({ caseId, fields }) =>
    fields.flatMap((field): Pair[] => {
      const same = old.get(caseId)?.find(({ name }) => name === field.name)
      return same ? [{ caseId, name: field.name, before: same, now: field }] : []
    }),
  )
}

/** How a trial scored beside an earlier one; undefined when they have no case in common. */
export function compareResults(
  now: readonly ScoredCase[],
  before: readonly ScoredCase[],
): Comparison | undefined {
  const pairs = pairsOf(now, before)
  const share = (of: readonly Pair[], which: 'before' | 'now') =>
    mean(of.map((pair) => pair[which].score)) ?? 0
  if (pairs.length === 0) return undefined
  const names = [...new Set(pairs.map(({ name }) => name))]
  return {
    cases: new Set(pairs.map(({ caseId }) => caseId)).size,
    before: share(pairs, 'before'),
    now: share(pairs, 'now'),
    byField: names.map((name) => {
      const own = pairs.filter((pair) => pair.name === name)
      return { name, before: share(own, 'before'), now: share(own, 'now') }
    }),
    moves: pairs.flatMap((pair): Move[] => {
      const { caseId, name } = pair
      const scores = { before: pair.before.score, now: pair.now.score }
      if (scores.before === scores.now) return []
      return [{ caseId, name, ...scores, gaveBefore: pair.before.given }]
    }),
  }
}
