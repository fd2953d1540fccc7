import { ExpressionFault } from './parse.ts'
import { readExpression, valueOfExpression, type Effort } from './evaluate.ts'

type Schema = Record<string, unknown>
type Data = Record<string, unknown>

/** The keyword of a calculated field; its value is an expression over the form's values. */
export const calculateKeyword = 'x-formCalculate'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const propertiesOf = (schema: Schema): [string, Schema][] =>
  isObject(schema['properties'])
    ? Object.entries(schema['properties']).filter((one): one is [string, Schema] =>
        isObject(one[1]),
      )
    : []

/** Calculations may use one another, so they are repeated until nothing changes, this often. */
const maxRounds = 10
/** Values that all calculations of a form may look at, about 20 ms of work. */
const maxEffort = 500_000

const withCalculations = new WeakMap<Schema, boolean>()

/** Whether a schema has a calculated field at any depth. */
function calculates(schema: Schema): boolean {
  const known = withCalculations.get(schema)
  if (known !== undefined) return known
  const found = JSON.stringify(schema).includes(`"${calculateKeyword}"`)
  withCalculations.set(schema, found)
  return found
}

const fits: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
}

function calculated(schema: Schema, own: Data, root: Data, names: Set<string>, effort: Effort) {
  const text = schema[calculateKeyword]
  if (typeof text !== 'string') return undefined
  try {
    const find = (name: string) => (names.has(name) ? own[name] : root[name])
    const value = valueOfExpression(readExpression(text), find, effort)
    return (fits[String(schema['type'])]?.(value) ?? true) ? value : undefined
  } catch (error) {
    // Publishing refuses such a form; an older one has no value here.
    if (error instanceof ExpressionFault) return undefined
    throw error
  }
}

function fill(schema: Schema, own: Data, root: Data, effort: Effort): Data {
  const properties = propertiesOf(schema)
  const names = new Set(properties.map(([name]) => name))
  let result = own
  const set = (name: string, value: unknown) => {
    if (value === result[name] && (value !== undefined || !(name in result))) return
    result = { ...result, [name]: value }
    if (value === undefined) delete result[name]
  }
  for (const [name, property] of properties) {
    const value = result[name]
    if (calculateKeyword in property) {
      const whole = own === root ? result : root
      set(name, calculated(property, result, whole, names, effort))
    } else if (isObject(value) && isObject(property['properties']))
      set(name, fill(property, value, root, effort))
    else if (Array.isArray(value) && isObject(property['items']) && calculates(property)) {
      const { items } = property as { items: Schema }
      const filled = value.map((one: unknown) =>
        isObject(one) ? fill(items, one, root, effort) : one,
      )
      if (filled.some((one, index) => one !== value[index])) set(name, filled)
    }
  }
  return result
}

/**
 * The data with the values of its calculated fields (`x-formCalculate`): what the data had in their
 * places is replaced, and removed where there is no value. The browser shows it, the server stores
 * it. The same object when nothing changes. Throws `TooMuchToCalculate`.
 */
export function withCalculated(schema: Schema, data: Data): Data {
  if (!calculates(schema)) return data
  const effort: Effort = { left: maxEffort }
  let result = data
  for (let round = 0; round < maxRounds; round += 1) {
    const next = fill(schema, result, result, effort)
    if (next === result) break
    result = next
  }
  return result
}
