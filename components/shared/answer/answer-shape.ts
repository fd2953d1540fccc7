import { sampleValue } from '#lib/domain/json-schema/sample-value'

type Schema = Record<string, unknown>

/** What a value may be, in words a person knows; `absent`: a field that is left out. */
export const answerKinds = {
  text: 'Text',
  number: 'Number',
  'yes-no': 'Yes or no',
  fields: 'Fields',
  list: 'List',
  empty: 'Empty',
  absent: 'Left out',
} as const
export type AnswerKind = keyof typeof answerKinds

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOfType: Record<string, AnswerKind> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'yes-no',
  object: 'fields',
  array: 'list',
  null: 'empty',
}
const anyKind: AnswerKind[] = ['text', 'number', 'yes-no', 'fields', 'list', 'empty']

export function kindOfAnswer(value: unknown): AnswerKind {
  if (value === undefined) return 'absent'
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'list'
  return kindOfType[typeof value] ?? 'text'
}

/** The alternatives of a schema, itself where it has none. */
function alternatives(schema: Schema): Schema[] {
  const several = [schema['anyOf'], schema['oneOf']].find(Array.isArray) as unknown[] | undefined
  return several ? several.filter(isSchema).flatMap(alternatives) : [schema]
}

/** The kinds that one schema without alternatives allows; undefined: it says nothing. */
function kindsOfOne(schema: Schema): AnswerKind[] | undefined {
  if ('const' in schema) return [kindOfAnswer(schema['const'])]
  if (Array.isArray(schema['enum']))
    return schema['enum'].map((value: unknown) => kindOfAnswer(value))
  const types = [schema['type']].flat().filter((one) => typeof one === 'string')
  if (types.length > 0) return types.map((type) => kindOfType[type] ?? 'text')
  return isSchema(schema['properties']) ? ['fields'] : undefined
}

/** The kinds that a place may have: those of its schema, and that of the value it has now. */
export function kindsAt(schema: Schema, value: unknown, mayBeAbsent: boolean): AnswerKind[] {
  const parts = alternatives(schema).map(kindsOfOne)
  const allowed = parts.includes(undefined) ? anyKind : parts.flatMap((kinds) => kinds ?? [])
  const kinds = new Set<AnswerKind>([...allowed, ...(mayBeAbsent ? ['absent' as const] : [])])
  kinds.add(kindOfAnswer(value))
  return [...kinds]
}

/** What the schema says of values of one kind. */
export function partFor(schema: Schema, kind: AnswerKind): Schema {
  const part = alternatives(schema).find((one) => kindsOfOne(one)?.includes(kind))
  return part ?? {}
}

/** The texts among which one is chosen; undefined for any text. */
export function textChoices(part: Schema): string[] | undefined {
  const values = 'const' in part ? [part['const']] : part['enum']
  return Array.isArray(values) ? values.filter((one) => typeof one === 'string') : undefined
}

export type AnswerField = { name: string; label: string; schema: Schema; required: boolean }

/** The fields of an object: those that its schema names, and those that it has besides. */
export function fieldsAt(part: Schema, value: Schema): AnswerField[] {
  const properties = isSchema(part['properties']) ? part['properties'] : {}
  const required = Array.isArray(part['required']) ? (part['required'] as unknown[]) : []
  const others = isSchema(part['additionalProperties']) ? part['additionalProperties'] : {}
  return [...new Set([...Object.keys(properties), ...Object.keys(value)])].map((name) => {
    const own = properties[name]
    const schema = isSchema(own) ? own : others
    const title = isSchema(own) ? own['title'] : undefined
    return {
      name,
      label: typeof title === 'string' && title !== '' ? title : name,
      schema,
      // What the schema does not know is there because a person or a system gave it.
      required: required.includes(name) || !isSchema(own),
    }
  })
}

const plain: Record<AnswerKind, unknown> = {
  text: '',
  number: 0,
  'yes-no': true,
  fields: {},
  list: [],
  empty: null,
  absent: undefined,
}

/** What a place has when a person makes it one of another kind. */
export function firstOfKind(schema: Schema, kind: AnswerKind): unknown {
  if (kind === 'empty' || kind === 'absent') return plain[kind]
  const part = partFor(schema, kind)
  const sample = Object.keys(part).length > 0 ? sampleValue(part) : undefined
  return kindOfAnswer(sample) === kind ? sample : plain[kind]
}

/** The schema of the items of a list. */
export const itemsOf = (part: Schema): Schema => (isSchema(part['items']) ? part['items'] : {})

/** Another item: as its schema says, else like the last one. */
export function nextItem(part: Schema, list: readonly unknown[]): unknown {
  const items = itemsOf(part)
  return Object.keys(items).length > 0 ? sampleValue(items) : structuredClone(list.at(-1) ?? '')
}

/**
 * A value with nothing in it that a person has not said: required fields only, texts empty, choices
 * at their first, and
 * numbers that still have to be typed.
 */
export function emptyAnswer(schema: Schema): unknown {
  const parts = alternatives(schema)
  // What may be anything is nothing.
  if (parts.some((part) => kindsOfOne(part)?.includes('empty') ?? true)) return null
  const [part = {}] = parts
  const [kind = 'empty'] = kindsOfOne(part) ?? []
  if (kind === 'number') return Number.NaN
  if (kind === 'text') return textChoices(part)?.[0] ?? ''
  if (kind !== 'fields') return plain[kind]
  const required = fieldsAt(part, {}).filter((field) => field.required)
  return Object.fromEntries(required.map((field) => [field.name, emptyAnswer(field.schema)]))
}

/** Whether nothing is left to be typed: a number that is not typed to its end is none yet. */
export const isWholeAnswer = (value: unknown): boolean => {
  if (typeof value === 'number') return !Number.isNaN(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isWholeAnswer)
}
