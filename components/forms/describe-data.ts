import { filesOfValue } from '#lib/domain/form/multi-file'
import type { FormTexts } from '#lib/domain/form/texts/texts-of-words'
import { inEnglish } from '#lib/domain/form/texts/in-language'
import { humanName } from '#lib/domain/human-name'

type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function schemaOf(schema: Schema, name: string): Schema {
  const { properties } = schema
  const property = isObject(properties) ? properties[name] : undefined
  return isObject(property) ? property : {}
}

type Around = { texts: FormTexts; indent: string }

/** The first line follows the title of the value, the others are below it. */
function valueLines(value: unknown, schema: Schema, around: Around): string[] {
  const { text } = around.texts
  const below = { ...around, indent: `${around.indent}  ` }
  const files = filesOfValue(value)
  if (files.length > 0) return [files.map(({ fileName }) => fileName).join(', ')]
  if (schema['x-formFieldType'] === 'signature' && isObject(value))
    return [typeof value['name'] === 'string' ? value['name'] : text('sign.by hand')]
  if (isObject(value)) return ['', ...fieldLines(value, schema, below)]
  if (typeof value === 'boolean') return [text(value ? 'choice.yes' : 'choice.no')]
  if (!Array.isArray(value)) return [String(value)]
  if (value.every((one) => !isObject(one))) return [value.join(', ')]
  const items = isObject(schema['items']) ? schema['items'] : {}
  const entries = value.flatMap((one, index) =>
    entryLines({ title: String(index + 1), value: one }, items, below),
  )
  return ['', ...entries]
}

type Entry = { title: string; value: unknown }

function entryLines({ title, value }: Entry, schema: Schema, around: Around): string[] {
  const [first = '', ...others] = valueLines(value, schema, around)
  return [`${around.indent}${title}:${first ? ` ${first}` : ''}`, ...others]
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

function fieldLines(data: Record<string, unknown>, schema: Schema, around: Around): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    if (isEmpty(value)) return []
    const property = schemaOf(schema, name)
    const title = typeof property['title'] === 'string' ? property['title'] : humanName(name)
    return entryLines({ title, value }, property, around)
  })
}

/** The data of a form as lines of text, under the fields' titles where the schema is known. */
export const describeData = (
  data: Record<string, unknown>,
  schema: Schema = {},
  texts: FormTexts = inEnglish,
): string => fieldLines(data, schema, { texts, indent: '' }).join('\n')
