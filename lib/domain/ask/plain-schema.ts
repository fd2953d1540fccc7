type Json = Record<string, unknown>

const deepest = 8
const anything = ['string', 'number', 'boolean', 'null']

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A schema with only the keywords that every provider takes for its answers: types, fields, lists,
 * choices and descriptions. All fields are required and no others allowed, as strict modes ask. The
 * answer is checked by the whole schema later, so nothing is lost.
 */
export function plainSchema(schema: unknown, depth = 0): Json {
  if (!isObject(schema) || depth > deepest) return { type: anything }
  const described = descriptionOf(schema)
  const choice = schema['enum'] ?? ('const' in schema ? [schema['const']] : undefined)
  if (Array.isArray(choice)) return { ...described, enum: choice }
  const either = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(either))
    return { ...described, anyOf: either.map((one) => plainSchema(one, depth + 1)) }
  if (isObject(schema['properties']))
    return { ...described, ...objectOf(schema['properties'], depth) }
  if (schema['type'] === 'array')
    return { ...described, type: 'array', items: plainSchema(schema['items'], depth + 1) }
  const type = schema['type']
  // An object that names no fields cannot be asked for strictly.
  if (type === undefined || type === 'object') return { ...described, type: anything }
  return { ...described, type }
}

function objectOf(properties: Json, depth: number): Json {
  const names = Object.keys(properties)
  return {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [name, orNull(plainSchema(properties[name], depth + 1))]),
    ),
    required: names,
    additionalProperties: false,
  }
}

/** What a document does not say is null. */
export const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] })

function descriptionOf(schema: Json): Json {
  const texts = [schema['title'], schema['description'], formatIn(schema)]
  const description = texts.filter((text) => typeof text === 'string' && text !== '').join('. ')
  return description === '' ? {} : { description }
}

const forms: Readonly<Record<string, string>> = {
  date: 'As YYYY-MM-DD',
  'date-time': 'As YYYY-MM-DDThh:mm:ssZ',
  time: 'As hh:mm:ss',
}
const formatIn = ({ format }: Json): string | undefined => forms[String(format)]
