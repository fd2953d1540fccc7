import { filesOfValue } from '#lib/domain/form/multi-file'
import { humanName } from '#components/shared/display/human-name'

type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function schemaOf(schema: Schema, name: string): Schema {
  const { properties } = schema
  const property = isObject(properties) ? properties[name] : undefined
  return isObject(property) ? property : {}
}

/** The first line follows the title of the value, the others are below it. */
function valueLines(value: unknown, schema: Schema, indent: string): string[] {
  const files = filesOfValue(value)
  if (files.length > 0) return [files.map(({ fileName }) => fileName).join(', ')]
  if (schema['x-formFieldType'] === 'signature' && isObject(value))
    return [typeof value['name'] === 'string' ? value['name'] : 'signed by hand']
  if (isObject(value)) return ['', ...fieldLines(value, schema, `${indent}  `)]
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No']
  if (!Array.isArray(value)) return [String(value)]
  if (value.every((one) => !isObject(one))) return [value.join(', ')]
  const items = isObject(schema['items']) ? schema['items'] : {}
  return [
    '',
    ...value.flatMap((one, index) => entryLines(String(index + 1), one, items, `${indent}  `)),
  ]
}

function entryLines(title: string, value: unknown, schema: Schema, indent: string): string[] {
  const [first = '', ...others] = valueLines(value, schema, indent)
  return [`${indent}${title}:${first ? ` ${first}` : ''}`, ...others]
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

function fieldLines(data: Record<string, unknown>, schema: Schema, indent: string): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    if (isEmpty(value)) return []
    const property = schemaOf(schema, name)
    const title = typeof property['title'] === 'string' ? property['title'] : humanName(name)
    return entryLines(title, value, property, indent)
  })
}

/** The data of a form as lines of text, under the fields' titles where the schema is known. */
export const describeData = (data: Record<string, unknown>, schema: Schema = {}): string =>
  fieldLines(data, schema, '').join('\n')
