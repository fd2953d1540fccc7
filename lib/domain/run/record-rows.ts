import { filesShown } from '../form/multi-file.ts'
import { humanName } from '../human-name.ts'
import { cutText } from '../text.ts'

/** A value of a case as it stands on paper. */
export type RecordRow = { name: string; value: string; isCut: boolean }

const maxRows = 400
const maxCharacters = 4_000
const maxDepth = 6

type JsonObject = Record<string, unknown>
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const schemaAt = (schema: JsonObject, name: string): JsonObject => {
  const { properties } = schema
  const found = isObject(properties) ? properties[name] : undefined
  return isObject(found) ? found : {}
}

/** The names that a value has, those of its form first, in the order of the author. */
function namesOf(value: JsonObject, { properties }: JsonObject): string[] {
  const known = isObject(properties) ? Object.keys(properties) : []
  const ranked = known.filter((name) => Object.hasOwn(value, name))
  return [...ranked, ...Object.keys(value).filter((name) => !ranked.includes(name))]
}

/** The words of a choice instead of its value. */
function choiceOf(value: unknown, { oneOf }: JsonObject): string | undefined {
  if (!Array.isArray(oneOf)) return undefined
  const chosen: unknown = oneOf.find((choice) => isObject(choice) && choice['const'] === value)
  return isObject(chosen) && typeof chosen['title'] === 'string' ? chosen['title'] : undefined
}

function plainText(value: unknown, schema: JsonObject): string | undefined {
  const choice = choiceOf(value, schema)
  if (choice !== undefined) return choice
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const files = filesShown(value)
  if (files.length > 0) return files.map(({ fileName }) => fileName).join(', ')
  if (Array.isArray(value)) {
    const items = value.every((item) => !isObject(item) && !Array.isArray(item))
    return items ? value.map(String).join(', ') || '–' : undefined
  }
  return Object.keys(value).length === 0 ? '–' : undefined
}

/**
 * The values of a form as rows, nested ones with the names around them. What is left out is said:
 * `isCut` of a row, and `left`, the number of rows that are too many.
 */
export function recordRows(data: unknown, form: unknown): { rows: RecordRow[]; left: number } {
  const rows: RecordRow[] = []
  let left = 0
  const add = (name: string, text: string): void => {
    if (rows.length >= maxRows) left += 1
    else
      rows.push({ name, value: cutText(text, maxCharacters), isCut: text.length > maxCharacters })
  }
  const visit = (name: string, value: unknown, schema: JsonObject, depth: number): void => {
    const text = plainText(value, schema)
    if (text !== undefined) return add(name, text)
    if (depth > maxDepth) return add(name, JSON.stringify(value))
    const below = (part: string): string => (name === '' ? part : `${name} › ${part}`)
    if (Array.isArray(value)) {
      const items = isObject(schema['items']) ? schema['items'] : {}
      for (const [index, item] of value.entries())
        visit(below(String(index + 1)), item, items, depth + 1)
      return
    }
    if (!isObject(value)) return
    for (const part of namesOf(value, schema)) {
      const inner = schemaAt(schema, part)
      const title = typeof inner['title'] === 'string' ? inner['title'] : humanName(part)
      visit(below(title), value[part], inner, depth + 1)
    }
  }
  if (isObject(data) && Object.keys(data).length === 0) return { rows, left }
  visit('', data, isObject(form) ? form : {}, 0)
  return { rows, left }
}
