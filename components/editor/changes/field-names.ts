import { humanName } from '#lib/domain/human-name'

const ofStep: Record<string, string> = {
  title: 'Title',
  type: 'Type of step',
  typeVersion: 'Version of the type',
  after: 'Comes after',
  before_complete: 'Code before completing',
  on_failure: 'When it fails',
  retry: 'Tries',
  timeoutSeconds: 'Time limit',
  priority: 'Priority',
}

type Schema = { title?: unknown; properties?: unknown; items?: unknown; anyOf?: unknown }
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schema of a field of an object or an item of a list, where the schema has one. */
function inner(schema: unknown, key: string): unknown {
  if (!isObject(schema)) return undefined
  const { properties, items, anyOf } = schema as Schema
  if (isObject(properties) && key in properties) return properties[key]
  if (/^\d+$/.test(key) && isObject(items)) return items
  if (!Array.isArray(anyOf)) return undefined
  for (const one of anyOf) {
    const found = inner(one, key)
    if (found !== undefined) return found
  }
  return undefined
}

const nameOfKey = (schema: unknown, key: string): string => {
  const title = isObject(schema) ? schema['title'] : undefined
  if (typeof title === 'string' && title !== '') return title
  // People count from one.
  return /^\d+$/.test(key) ? String(Number(key) + 1) : humanName(key)
}

/** The keys below a schema, each by its title. `$` is the text of a computed value. */
function namesWithin(schema: unknown, keys: string[]): string[] {
  let at = schema
  return keys
    .filter((key) => key !== '$')
    .map((key) => {
      at = inner(at, key)
      return nameOfKey(at, key)
    })
}

/** `config.fields.0.label` as “Fields › 1 › Label”, by the titles of the type's settings. */
export function stepFieldName(path: string, configSchema: unknown): string {
  const [first = '', ...keys] = path.split('.')
  if (first === 'config') return namesWithin(configSchema, keys).join(' › ') || 'Settings'
  return [ofStep[first] ?? humanName(first), ...namesWithin(undefined, keys)].join(' › ')
}

/** `startData.properties.name.title` as “Start form › Name › Title”. */
export function workflowFieldName(path: string): string {
  const [first = '', ...keys] = path.split('.')
  const name = first === 'startData' ? 'Start form' : 'Settings'
  const shown = first === 'startData' ? keys.filter((key) => key !== 'properties') : keys
  return [name, ...namesWithin(undefined, shown)].join(' › ')
}

const ofGroup: Record<string, string> = { name: 'Name', colour: 'Colour', steps: 'Steps' }

/** The name of a field of a group. */
export const groupFieldName = (path: string): string => ofGroup[path] ?? humanName(path)

/** The name of a field of a note. */
export const noteFieldName = (path: string): string => (path === 'kind' ? 'What it is for' : 'Text')
