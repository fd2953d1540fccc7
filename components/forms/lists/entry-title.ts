type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

function at(entry: unknown, path: string): unknown {
  let value = entry
  for (const name of path.split('.')) value = isObject(value) ? value[name] : undefined
  return value
}

/** The title of a choice, where the schema has one for the value. */
function shownValue(schema: unknown, value: unknown): string {
  const choices = isObject(schema) && Array.isArray(schema['oneOf']) ? schema['oneOf'] : []
  const chosen = choices.find((one) => isObject(one) && one['const'] === value)
  return isObject(chosen) && typeof chosen['title'] === 'string' ? chosen['title'] : textOf(value)
}

const maxLength = 80

/**
 * What an entry of a list is called: by its template (`{name}, {dose}`), else its first text; empty
 * while neither has a value.
 */
export function entryTitle(schema: Schema, template: unknown, entry: unknown): string {
  if (!isObject(entry)) return ''
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const of = (path: string) => shownValue(properties[path], at(entry, path))
  if (typeof template === 'string' && template.trim()) {
    const filled = template.replace(/\{([^{}]+)\}/g, (_, path: string) => of(path.trim()))
    // A template whose fields are all empty leaves only its punctuation.
    return /[\p{L}\p{N}]/u.test(filled) ? filled.trim().slice(0, maxLength) : ''
  }
  const first = Object.keys(properties).find((name) => of(name) !== '')
  return first === undefined ? '' : of(first).slice(0, maxLength)
}

/** Columns of a table of entries. */
export type Column = { name: string; title: string; description: string; required: boolean }

export function columnsOf(items: Schema, nameOf: (name: string) => string): Column[] {
  const properties = isObject(items['properties']) ? items['properties'] : {}
  const required = Array.isArray(items['required']) ? items['required'] : []
  return Object.entries(properties).flatMap(([name, property]) =>
    isObject(property)
      ? [
          {
            name,
            title: textOf(property['title']) || nameOf(name),
            description: textOf(property['description']),
            required: required.includes(name),
          },
        ]
      : [],
  )
}
