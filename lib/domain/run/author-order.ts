import type { Definition } from '../workflow/definition.ts'

type Names = Set<string>
type JsonObject = Record<string, unknown>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Enough for any screen; more names than that are in the order in which they are stored. */
const mostNames = 2_000
/** As in `{ "patient": start.patient }`, also without quotation marks. */
const nameInExpression = /["']([^"'\n]{1,200})["']\s*:|\b([A-Za-z_]\w*)\s*:/g

function addFromExpression(text: string, names: Names): void {
  for (const [, quoted, bare] of text.matchAll(nameInExpression)) {
    const name = quoted ?? bare
    if (name !== undefined && names.size < mostNames) names.add(name)
  }
}

/** The names that a JSON Schema gives to values, in the order of its author. */
function addFromSchema(schema: unknown, names: Names): void {
  if (!isObject(schema) || names.size >= mostNames) return
  const { properties, items } = schema
  if (isObject(properties))
    for (const [name, property] of Object.entries(properties)) {
      names.add(name)
      addFromSchema(property, names)
    }
  addFromSchema(items, names)
  for (const branches of [schema['oneOf'], schema['anyOf'], schema['allOf']])
    if (Array.isArray(branches)) for (const branch of branches) addFromSchema(branch, names)
  for (const part of ['then', 'else']) addFromSchema(schema[part], names)
}

/** The names in a configured value: of its objects, and of those that its expressions make. */
function addFromValue(value: unknown, names: Names): void {
  if (names.size >= mostNames) return
  if (typeof value === 'string') return addFromExpression(value, names)
  if (Array.isArray(value)) {
    for (const item of value) addFromValue(item, names)
    return
  }
  if (!isObject(value)) return
  for (const [name, item] of Object.entries(value)) {
    if (name !== '$') names.add(name)
    addFromValue(item, names)
  }
}

function addFromStep({ config }: Definition['steps'][number], names: Names): void {
  for (const [field, value] of Object.entries(config ?? {}))
    if (field === 'schema') addFromSchema(value, names)
    else if (typeof value === 'object') addFromValue(value, names)
}

/** What a step shows as its `index`-th value, as its author wrote it. */
function configuredValue({ steps }: Definition, stepId: string, index?: number): unknown {
  const show = steps.find(({ id }) => id === stepId)?.config?.['show']
  const entry: unknown = Array.isArray(show) ? show[index ?? -1] : undefined
  return isObject(entry) ? entry['value'] : undefined
}

function ordered(value: unknown, rank: ReadonlyMap<string, number>): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item, rank))
  if (!isObject(value)) return value
  const last = rank.size
  const entries = Object.entries(value).toSorted(
    ([one], [other]) => (rank.get(one) ?? last) - (rank.get(other) ?? last),
  )
  return Object.fromEntries(entries.map(([name, item]) => [name, ordered(item, rank)]))
}

/**
 * A value that a screen shows, or the start data (without `index`), with the names of its objects in the order in which the author of the
 * workflow wrote them: where the value is shown, then in the start form, then in the steps. Values
 * are stored as `jsonb`, which forgets the order of names.
 */
export function inAuthorsOrder(
  value: unknown,
  {
    definition,
    stepId,
    index,
  }: { definition: Definition; stepId: string; index?: number | undefined },
): unknown {
  if (typeof value !== 'object' || value === null) return value
  const names: Names = new Set()
  addFromValue(configuredValue(definition, stepId, index), names)
  addFromSchema(definition.startData, names)
  for (const step of definition.steps) addFromStep(step, names)
  return ordered(value, new Map([...names].map((name, rank) => [name, rank])))
}
