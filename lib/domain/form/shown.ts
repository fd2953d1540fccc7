type Schema = Record<string, unknown>
type Data = Record<string, unknown>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
const textsOf = (value: unknown): string[] =>
  listOf(value).filter((one): one is string => typeof one === 'string')
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** True, false, or undefined where only a whole validator knows. */
type Verdict = boolean | undefined

const both = (verdicts: Verdict[]): Verdict => {
  if (verdicts.includes(false)) return false
  return verdicts.includes(undefined) ? undefined : true
}
const either = (verdicts: Verdict[]): Verdict => {
  if (verdicts.includes(true)) return true
  return verdicts.includes(undefined) ? undefined : false
}
const not = (verdict: Verdict): Verdict => (verdict === undefined ? undefined : !verdict)

const typeOf: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
  null: (value) => value === null,
}
const compare: Record<string, (value: number, limit: number) => boolean> = {
  minimum: (value, limit) => value >= limit,
  maximum: (value, limit) => value <= limit,
  exclusiveMinimum: (value, limit) => value > limit,
  exclusiveMaximum: (value, limit) => value < limit,
}

type Test = (given: unknown, value: unknown) => Verdict
const tests: Record<string, Test> = {
  title: () => true,
  description: () => true,
  const: (given, value) => isSame(given, value),
  enum: (given, value) => listOf(given).some((one) => isSame(one, value)),
  type: (given, value) => [given].flat().some((name) => typeOf[String(name)]?.(value) ?? false),
  minLength: (given, value) => typeof value !== 'string' || value.length >= Number(given),
  minItems: (given, value) => !Array.isArray(value) || value.length >= Number(given),
  maxItems: (given, value) => !Array.isArray(value) || value.length <= Number(given),
  contains: (given, value) =>
    !Array.isArray(value) || either(value.map((one) => matches(given, one))),
  required: (given, value) =>
    !isObject(value) || textsOf(given).every((name) => value[name] !== undefined),
  properties: (given, value) =>
    !isObject(value) ||
    both(
      Object.entries(isObject(given) ? given : {}).map(([name, one]) =>
        value[name] === undefined ? true : matches(one, value[name]),
      ),
    ),
  not: (given, value) => not(matches(given, value)),
  allOf: (given, value) => both(listOf(given).map((one) => matches(one, value))),
  anyOf: (given, value) => either(listOf(given).map((one) => matches(one, value))),
}
for (const [word, holds] of Object.entries(compare))
  tests[word] = (given, value) => typeof value !== 'number' || holds(value, Number(given))

/** Whether data fit the test of a condition, by the keywords that conditions are made of. */
function matches(schema: unknown, value: unknown): Verdict {
  if (typeof schema === 'boolean') return schema
  if (!isObject(schema)) return undefined
  return both(Object.entries(schema).map(([word, given]) => tests[word]?.(given, value)))
}

const propertiesOf = (schema: Schema): Record<string, unknown> =>
  isObject(schema['properties']) ? schema['properties'] : {}

/** Adds a branch that applies: its fields, what it requires, and its own conditions. */
function withBranch(schema: Schema, branch: unknown): Schema {
  if (!isObject(branch)) return schema
  const { properties, required, allOf, ...others } = branch
  const fields = { ...propertiesOf(schema) }
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    const before = fields[name]
    if (property === false) delete fields[name]
    else if (before === false) continue
    else
      fields[name] = isObject(before) && isObject(property) ? { ...before, ...property } : property
  }
  const added = [...listOf(allOf), ...(Object.keys(others).length > 0 ? [others] : [])]
  const needed = [...new Set([...textsOf(schema['required']), ...textsOf(required)])]
  return {
    ...schema,
    properties: fields,
    ...(needed.length > 0 ? { required: needed } : {}),
    ...(added.length > 0 ? { allOf: [...listOf(schema['allOf']), ...added] } : {}),
  }
}

const conditionWords = ['if', 'then', 'else']
const maxRounds = 20

const without = (schema: Schema, words: string[]): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([word]) => !words.includes(word)))

/** Resolves one `if`, `then`, `else`; undefined when only a validator can decide it. */
function decided(part: Schema, data: Data): { branch: unknown } | undefined {
  if (!('if' in part)) return undefined
  const verdict = matches(part['if'], data)
  if (verdict === undefined) return undefined
  return { branch: verdict ? part['then'] : part['else'] }
}

/** One round: the conditions that can be decided become plain fields. */
function resolveOnce(schema: Schema, data: Data): Schema {
  const own = decided(schema, data)
  if (own) return withBranch(without(schema, conditionWords), own.branch)
  const parts = listOf(schema['allOf'])
  const index = parts.findIndex((part) => isObject(part) && decided(part, data) !== undefined)
  const part = parts[index]
  if (isObject(part)) {
    const others = parts.filter((_, at) => at !== index)
    const rest = without(part, conditionWords)
    const base = without(schema, ['allOf'])
    const kept = [...others, ...(Object.keys(rest).length > 0 ? [rest] : [])]
    const next = kept.length > 0 ? { ...base, allOf: kept } : base
    return withBranch(next, decided(part, data)?.branch)
  }
  for (const word of ['dependentRequired', 'dependentSchemas']) {
    const given = schema[word]
    if (!isObject(given)) continue
    let next = without(schema, [word])
    for (const [name, needed] of Object.entries(given))
      if (data[name] !== undefined)
        next = withBranch(next, Array.isArray(needed) ? { required: needed } : needed)
    return next
  }
  return schema
}

/**
 * The schema of the fields that a form shows for this data: conditions (`if`, `dependentRequired`,
 * `dependentSchemas`) on its fields are resolved, also inside of groups. A field that a condition
 * makes `false` is not shown. Conditions that only a validator can decide stay as they are. The
 * same object when there are none.
 */
export function shownSchema(schema: Schema, data: Data): Schema {
  let shown = schema
  for (let round = 0; round < maxRounds * 5; round += 1) {
    const next = resolveOnce(shown, data)
    if (next === shown) break
    shown = next
  }
  const properties = propertiesOf(shown)
  const groups = Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property) || !isObject(property['properties'])) return []
    const value = data[name]
    const group = shownSchema(property, isObject(value) ? value : {})
    return group === property ? [] : [[name, group] as const]
  })
  if (groups.length === 0) return shown
  return { ...shown, properties: { ...properties, ...Object.fromEntries(groups) } }
}

/** The names of all fields that a schema may show, whatever its conditions. */
function allNames(schema: unknown, depth = 0): string[] {
  if (!isObject(schema) || depth > maxRounds) return []
  const dependent = schema['dependentSchemas']
  const parts = [
    schema['then'],
    schema['else'],
    ...listOf(schema['allOf']),
    ...(isObject(dependent) ? Object.values(dependent) : []),
  ]
  return [
    ...Object.keys(propertiesOf(schema)),
    ...parts.flatMap((part) => allNames(part, depth + 1)),
  ]
}

/** The names of fields that are not shown now. `shown` is `shownSchema` of the same data. */
function unshownNames(schema: Schema, shown: Schema): string[] {
  if (shown === schema) return []
  const visible = new Set(allNames(shown))
  return [...new Set(allNames(schema))].filter((name) => !visible.has(name))
}

/** An entry of a list without what its own conditions do not show. */
const shownEntry = (items: Schema, entry: unknown): unknown =>
  isObject(entry) ? shownData(items, shownSchema(items, entry), entry) : entry

/** The value of a field, without what is not shown of the group or of the entries that it is. */
function shownValue(whole: unknown, shown: unknown, value: unknown): unknown {
  if (!isObject(whole) || !isObject(shown)) return value
  if (isObject(value)) return shownData(whole, shown, value)
  const { items } = whole
  if (!Array.isArray(value) || !isObject(items)) return value
  const entries = value.map((entry: unknown) => shownEntry(items, entry))
  return entries.some((entry, index) => entry !== value[index]) ? entries : value
}

/**
 * The data without the values of fields that are not shown; they are not sent. The same object when
 * all are.
 */
export function shownData(schema: Schema, shown: Schema, data: Data): Data {
  const result = { ...data }
  let isSmaller = false
  for (const name of unshownNames(schema, shown)) {
    isSmaller ||= name in result
    delete result[name]
  }
  for (const [name, property] of Object.entries(propertiesOf(shown))) {
    const value = shownValue(propertiesOf(schema)[name], property, result[name])
    if (value === result[name]) continue
    result[name] = value
    isSmaller = true
  }
  return isSmaller ? result : data
}

/** What was typed in fields that are not shown now is kept beside the data, for when they are. */
export function withUnshown(schema: Schema, shown: Schema, data: Data, before: Data): Data {
  if (shown === schema) return data
  const result = { ...data }
  for (const name of unshownNames(schema, shown))
    if (before[name] !== undefined) result[name] = before[name]
  for (const [name, property] of Object.entries(propertiesOf(shown))) {
    const whole = propertiesOf(schema)[name]
    const now = result[name]
    const old = before[name]
    if (isObject(property) && isObject(whole) && isObject(now) && isObject(old))
      result[name] = withUnshown(whole, property, now, old)
  }
  return result
}
