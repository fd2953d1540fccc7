type Schema = Record<string, unknown>

/** When a field is shown: by the value of another field. */
export type Condition = {
  field: string
  how: 'is' | 'is-not' | 'has' | 'filled'
  /** What it is compared with; of no meaning for `filled`. */
  value: unknown
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
const only = (value: unknown, keys: string[]): value is Schema =>
  isObject(value) && Object.keys(value).every((key) => keys.includes(key))
const namesOf = (value: unknown): string[] => listOf(value).map(String)

/** The `if` of a condition. */
function testOf({ field, how, value }: Condition): Schema {
  if (how === 'filled') return { required: [field] }
  const tests: Record<Exclude<Condition['how'], 'filled'>, Schema> = {
    is: { const: value },
    'is-not': { not: { const: value } },
    has: { contains: { const: value } },
  }
  return { properties: { [field]: tests[how] }, required: [field] }
}

function conditionOfTest(test: unknown): Condition | undefined {
  if (!only(test, ['properties', 'required'])) return undefined
  const [field, ...others] = namesOf(test['required'])
  if (field === undefined || others.length > 0) return undefined
  const { properties } = test
  if (properties === undefined) return { field, how: 'filled', value: undefined }
  if (!only(properties, [field])) return undefined
  const one = properties[field]
  if (only(one, ['const'])) return { field, how: 'is', value: one['const'] }
  if (only(one, ['not']) && only(one['not'], ['const']))
    return { field, how: 'is-not', value: one['not']['const'] }
  if (only(one, ['contains']) && only(one['contains'], ['const']))
    return { field, how: 'has', value: one['contains']['const'] }
  return undefined
}

type Known = { name: string; condition: Condition; required: boolean }

/** A part of `allOf` that the builder wrote: it shows one field, and may require it then. */
function knownPart(part: unknown): Known | undefined {
  if (!only(part, ['if', 'then', 'else']) || !only(part['else'], ['properties'])) return undefined
  const shown = part['else']['properties']
  const [name, ...others] = Object.keys(isObject(shown) ? shown : {})
  if (name === undefined || others.length > 0 || (shown as Schema)[name] !== false) return undefined
  const then = part['then'] ?? {}
  if (!only(then, ['required'])) return undefined
  const required = namesOf(then['required'])
  if (required.some((one) => one !== name)) return undefined
  const condition = conditionOfTest(part['if'])
  return condition && { name, condition, required: required.length > 0 }
}

/** The condition of a field, and whether the field is required when it is shown. */
export const conditionOf = (schema: Schema, name: string): Known | undefined =>
  listOf(schema['allOf'])
    .map(knownPart)
    .find((known) => known?.name === name)

const withParts = (schema: Schema, parts: unknown[]): Schema => {
  const { allOf: _old, ...rest } = schema
  return parts.length > 0 ? { ...rest, allOf: parts } : rest
}

/** The schema with a condition for a field, or without one. Other parts of `allOf` stay. */
export function withCondition(
  schema: Schema,
  name: string,
  condition: Condition | undefined,
  required: boolean,
): Schema {
  const others = listOf(schema['allOf']).filter((part) => knownPart(part)?.name !== name)
  if (!condition) return withParts(schema, others)
  const part = {
    if: testOf(condition),
    ...(required ? { then: { required: [name] } } : {}),
    else: { properties: { [name]: false } },
  }
  return withParts(schema, [...others, part])
}

/** The conditions after a field has another name, or (without `to`) is gone. */
export function withoutName(schema: Schema, from: string, to?: string): Schema {
  const parts = listOf(schema['allOf'])
  if (parts.length === 0) return schema
  let result = withParts(
    schema,
    parts.filter((part) => knownPart(part) === undefined),
  )
  for (const known of parts.map(knownPart)) {
    if (!known) continue
    const { name, condition, required } = known
    if (to === undefined && (name === from || condition.field === from)) continue
    const rename = (one: string) => (one === from && to !== undefined ? to : one)
    result = withCondition(
      result,
      rename(name),
      { ...condition, field: rename(condition.field) },
      required,
    )
  }
  return result
}
