import type { CompletionItem } from '#components/code/code-help'
import {
  aloneOperators,
  type Compared,
  type Operator,
  type Rule,
} from '#lib/domain/expressions/written/condition'
import { choicesOf, type Choice } from '../../model/form/choices.ts'
import { isListOfGroups, kindWord } from '../../model/kind-word.ts'
import { operatorWords } from './operator-words.ts'

/** What a value is, as far as comparing it goes. */
export type ValueKind =
  | 'text'
  | 'choice'
  | 'number'
  | 'yes-no'
  | 'date'
  | 'instant'
  | 'list'
  | 'entries'
  | 'group'
  | 'unknown'

type Schema = Record<string, unknown>

/** What one value is like: for a list, one of its entries. */
const ofOne = (schema: Schema | undefined): Schema =>
  (schema?.['type'] === 'array' ? (schema['items'] as Schema | undefined) : schema) ?? {}

export const choicesFor = (schema: Schema | undefined): Choice[] => choicesOf(ofOne(schema))

/** What the data have for a choice: a number where the schema lists numbers. */
export function valueOfChoice(schema: Schema | undefined, value: string): string | number {
  const listed = ofOne(schema)['enum']
  const found = Array.isArray(listed) ? listed.find((one) => String(one) === value) : undefined
  return typeof found === 'number' ? found : value
}

export function kindOfItem(item: CompletionItem | undefined): ValueKind {
  const { schema, detail = '' } = item ?? {}
  const kind = schema ? kindWord(schema['type']) : detail
  // Groups of fields compare with nothing.
  if (kind === 'list') return isListOfGroups(schema) ? 'entries' : 'list'
  if (kind === 'group') return 'group'
  if (choicesFor(schema).length > 0) return 'choice'
  if (kind === 'yes or no') return 'yes-no'
  if (kind === 'number') return 'number'
  if (schema?.['format'] === 'date') return 'date'
  if (schema?.['format'] === 'date-time') return 'instant'
  return kind === 'text' ? 'text' : 'unknown'
}

const filled: Operator[] = ['filled', 'empty']
const counts: Operator[] = ['count-more', 'count-less', 'count-is']
const texts: Operator[] = ['contains', 'not-contains', 'starts-with']
const ordered: Operator[] = ['greater', 'at-least', 'less', 'at-most']
const orderedDays: Operator[] = ['before', 'on-or-before', 'after', 'on-or-after']

const operatorsOf: Record<ValueKind, Operator[]> = {
  text: ['is', 'is-not', ...texts, 'one-of', 'none-of', ...filled],
  choice: ['is', 'is-not', 'one-of', 'none-of', ...filled],
  number: ['is', 'is-not', ...ordered, ...filled],
  'yes-no': ['is', ...filled],
  date: [...orderedDays, 'is', ...filled],
  instant: [...orderedDays, 'on', ...filled],
  list: ['has', 'has-not', ...counts, ...filled],
  entries: [...counts, ...filled],
  group: filled,
  unknown: [
    'is',
    'is-not',
    ...texts,
    ...ordered,
    ...orderedDays,
    'has',
    'has-not',
    ...counts,
    ...filled,
  ],
}

/** The comparisons of a place where only some can be written. */
export type Only = ReadonlySet<Operator> | undefined
const fittingOf = (kind: ValueKind, only: Only): Operator[] =>
  operatorsOf[kind].filter((one) => !only || only.has(one))

/** The operators for a kind of value, and the one that is there already. */
export function operatorsFor(
  kind: ValueKind,
  current: Operator,
  only?: Only,
): [Operator, string][] {
  const fitting = fittingOf(kind, only)
  const all = fitting.includes(current) ? fitting : [...fitting, current]
  return all.map((one) => [one, operatorWords[one]])
}

const counting = new Set<Operator>(counts)
const ordering = new Set<Operator>(ordered)
const dating = new Set<Operator>([...orderedDays, 'on'])

/** What an entry of a list is: only where nothing says it, digits that are typed are a number. */
function kindOfEntry(schema: Schema | undefined): ValueKind {
  const entry = ofOne(schema)
  return choicesOf(entry).length > 0
    ? 'choice'
    : kindOfItem({ path: '', detail: '', schema: entry })
}

/** What is typed to compare with: by the operator, or else by the value itself. */
export function comparedKind(
  kind: ValueKind,
  operator: Operator,
  schema?: Schema,
): ValueKind | 'several' | 'none' {
  if (aloneOperators.has(operator)) return 'none'
  if (operator === 'one-of' || operator === 'none-of') return 'several'
  if (counting.has(operator) || (ordering.has(operator) && kind === 'unknown')) return 'number'
  if (dating.has(operator)) return 'date'
  if (operator === 'has' || operator === 'has-not') return kindOfEntry(schema)
  return kind
}

const canBePath = new Set<Operator>(['is', 'is-not', ...ordered, ...orderedDays, 'contains', 'has'])

/** Whether the value can be compared with another value of the run. */
export const takesPath = (operator: Operator): boolean => canBePath.has(operator)

/** What a rule compares with at first: nothing yet, but for yes and no and for choices. */
export function firstCompared(
  kind: ValueKind | 'several' | 'none',
  schema: Schema | undefined,
): Compared | undefined {
  if (kind === 'yes-no') return { kind: 'fixed', value: true }
  const [first] = choicesFor(schema)
  return kind === 'choice' && first
    ? { kind: 'fixed', value: valueOfChoice(schema, first.value) }
    : undefined
}

/** A rule for a value that was just chosen. */
export function firstRule(path: string, item: CompletionItem | undefined, only?: Only): Rule {
  const kind = kindOfItem(item)
  const [operator = 'is'] = fittingOf(kind, only)
  return withOperator({ path, operator }, operator, item)
}

/** The rule with another operator; what it compares with stays where it can. */
export function withOperator(
  { path, operator: before, compared }: Rule,
  operator: Operator,
  item: CompletionItem | undefined,
): Rule {
  const kind = kindOfItem(item)
  const schema = item?.schema
  const wanted = comparedKind(kind, operator, schema)
  if (wanted === 'none') return { path, operator }
  const stays = wanted === comparedKind(kind, before, schema) && compared
  const fits = stays && (compared.kind !== 'path' || takesPath(operator))
  const next = fits ? compared : firstCompared(wanted, schema)
  return next ? { path, operator, compared: next } : { path, operator }
}

/** Whether all of a rule is there. */
export function isComplete({ path, operator, compared }: Rule): boolean {
  if (path === '') return false
  if (aloneOperators.has(operator)) return true
  if (!compared) return false
  if (compared.kind === 'path') return compared.path !== ''
  if (compared.kind === 'fixed-list') return compared.values.length > 0
  return compared.value !== '' && !Number.isNaN(compared.value)
}
