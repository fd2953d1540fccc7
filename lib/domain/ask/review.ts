import type { AnsweredField, DocumentAnswer } from './answer.ts'
import { criterionStates, fieldsOf, type AskTask } from './tasks.ts'

type Json = Record<string, unknown>

/** Below this a person should look at a field. */
const sureEnough = 0.7
/** Longer texts get a larger box. */
const lineCharacters = 60

/** The fields of an answer with the schemas that the question has for them. */
export function describedFields(task: AskTask, fields: readonly AnsweredField[]): AnsweredField[] {
  const asked = new Map(fieldsOf(task).map((field) => [field.name, field]))
  return fields.map((field) => {
    const { schema, required } = asked.get(field.name) ?? {}
    return { ...field, ...(schema ? { schema } : {}), ...(required ? { required } : {}) }
  })
}

/** Whether a value was proven enough to stand in its field; others are only offered. */
export const isProposed = ({ state }: AnsweredField): boolean =>
  state === 'supported' || state === 'found'

/** Whether a person must look at a field: it is not proven, or not surely. */
export const standsOut = (field: AnsweredField): boolean =>
  !isProposed(field) || field.confidence < sureEnough

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const criterionTitles: Record<(typeof criterionStates)[number], string> = {
  met: 'Met',
  not_met: 'Not met',
  not_known: 'Not known',
}

/** Whether a value is a criterion of a policy with its state. */
const isCriterion = (value: unknown): value is Json =>
  isObject(value) && typeof value['met'] === 'string' && typeof value['reason'] === 'string'

/** A criterion: what the person decides is shown, what names it is carried along. */
const criterionSchema: Json = {
  type: 'object',
  properties: {
    met: {
      title: 'State',
      oneOf: criterionStates.map((state) => ({ const: state, title: criterionTitles[state] })),
    },
    reason: { type: 'string', title: 'Reason', 'x-formFieldType': 'long-text' },
    criterion: { type: 'string', 'x-formFieldHidden': true },
    policyQuote: { type: 'string', 'x-formFieldHidden': true },
  },
}

function typeOf(value: unknown): Json {
  if (typeof value === 'number' || typeof value === 'boolean') return { type: typeof value }
  if (Array.isArray(value)) return { type: 'array', items: typeOf(value[0]) }
  return { type: 'string' }
}

/** A reference points into the whole schema of the question, which the form has not. */
const isWhole = (schema: Json | undefined): schema is Json =>
  schema !== undefined && !JSON.stringify(schema).includes('"$ref"')

/** The schema of a field in the form, with its title and a box as large as its text needs. */
function schemaOf({ title, value, schema: own }: AnsweredField): Json {
  if (isCriterion(value)) return { ...criterionSchema, title }
  const schema = isWhole(own) ? own : typeOf(value)
  const isLong =
    schema['type'] === 'string' &&
    schema['enum'] === undefined &&
    schema['format'] === undefined &&
    typeof value === 'string' &&
    (value.length > lineCharacters || value.includes('\n'))
  const box = isLong && !('x-formFieldType' in schema) ? { 'x-formFieldType': 'long-text' } : {}
  return { ...schema, title, ...box }
}

/** What the form begins with: a proven value; of a criterion that is not proven only its name. */
export function initialValueOf(field: AnsweredField): unknown {
  const { value } = field
  if (isProposed(field)) return value ?? undefined
  if (!isCriterion(value)) return undefined
  const { criterion, policyQuote } = value
  return { criterion, policyQuote }
}

export type ReviewForm = { schema: Json; data: Json; order: string[] }

/**
 * The form by which a person checks an answer: a field for each proposed one, with what was proven
 * filled in, then the fields of `own`. A property of `own` with the name of a proposed field
 * describes that field. The order is named because stored objects lose it.
 */
export function reviewForm({ fields }: DocumentAnswer, own: Json, data: Json): ReviewForm {
  const described = isObject(own['properties']) ? own['properties'] : {}
  const names = fields.map(({ name }) => name)
  const proposed = fields.map((field): [string, unknown] => {
    const given = described[field.name]
    return [field.name, isObject(given) ? { ...schemaOf(field), ...given } : schemaOf(field)]
  })
  const others = Object.entries(described).filter(([name]) => !names.includes(name))
  const needed = fields.filter(({ required }) => required === true).map(({ name }) => name)
  const ownNeeded = Array.isArray(own['required']) ? (own['required'] as unknown[]) : []
  const required = [...new Set([...needed, ...ownNeeded])]
  const initial = fields.flatMap((field): [string, unknown][] => {
    const value = initialValueOf(field)
    return value === undefined ? [] : [[field.name, value]]
  })
  return {
    schema: {
      ...own,
      type: 'object',
      properties: Object.fromEntries([...proposed, ...others]),
      ...(required.length > 0 ? { required } : {}),
    },
    data: { ...Object.fromEntries(initial), ...data },
    order: [...names, ...others.map(([name]) => name), '*'],
  }
}

/** What became of a proposed value. */
export type Correction = {
  name: string
  title: string
  proposed: unknown
  given: unknown
  /** `kept` as it was; `changed`; `added` where nothing was proven; `left_out` by the person. */
  how: 'kept' | 'changed' | 'added' | 'left_out'
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether two values of JSON are the same; the order of properties does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other)
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]))
  if (!isObject(one) || !isObject(other)) return one === other
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSame(one[name], other[name]))
}

/** How the answer of a person differs from what was proposed, field by field. */
export function correctionsOf({ fields }: DocumentAnswer, output: unknown): Correction[] {
  const given = isObject(output) ? output : {}
  return fields.map((field) => {
    const { name, title, value } = field
    const now = given[name]
    const common = { name, title, proposed: value, given: now }
    if (isSame(value, now)) return { ...common, how: 'kept' }
    if (isEmpty(now)) return { ...common, how: 'left_out' }
    return { ...common, how: isEmpty(value) ? 'added' : 'changed' }
  })
}

const wordsOfCriterion = ({ met, reason }: Json): string => {
  const state = criterionTitles[met as keyof typeof criterionTitles] ?? String(met)
  return isEmpty(reason) ? state : `${state}. ${String(reason)}`
}

/** A proposed or given value in words, for people. */
export function answerWords(value: unknown): string {
  if (isEmpty(value)) return '—'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(answerWords).join(', ')
  if (!isObject(value)) return String(value)
  return typeof value['met'] === 'string' ? wordsOfCriterion(value) : JSON.stringify(value)
}
