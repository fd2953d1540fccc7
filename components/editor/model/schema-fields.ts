type Schema = Record<string, unknown>

/** The kinds of fields that the builder offers; `other` needs the schema itself. */
export const fieldKinds = [
  'text',
  'long-text',
  'email',
  'number',
  'integer',
  'yes-no',
  'date',
  'choice',
  'multi-choice',
  'multi-file',
  'address',
  'other',
] as const
export type FieldKind = (typeof fieldKinds)[number]

/** What people call the kinds. */
export const kindTitles: Record<FieldKind, string> = {
  text: 'Text',
  'long-text': 'Long text',
  email: 'E-mail address',
  number: 'Number',
  integer: 'Whole number',
  'yes-no': 'Yes or no',
  date: 'Date',
  choice: 'One of several',
  'multi-choice': 'Several of several',
  'multi-file': 'Files',
  address: 'Postal address',
  other: 'Other (see JSON)',
}

const fileItems = {
  type: 'object',
  properties: { id: { type: 'string' }, fileName: { type: 'string' } },
  required: ['id', 'fileName'],
}

/** The names of a letter's address, so that it can be checked and sent to. */
const addressShape = {
  type: 'object',
  'x-formFieldType': 'postal-address',
  properties: {
    addressLine1: { type: 'string', title: 'Street and number', minLength: 1 },
    addressLine2: { type: 'string', title: 'Apartment or suite' },
    city: { type: 'string', title: 'City', minLength: 1 },
    state: { type: 'string', title: 'State', minLength: 2, maxLength: 2 },
    postalCode: { type: 'string', title: 'ZIP code', pattern: '^\\d{5}(-\\d{4})?$' },
  },
  required: ['addressLine1', 'city', 'state', 'postalCode'],
}

/**
 * What makes a property a field of its kind. Only the keywords in `shapeKeys` are replaced when the
 * kind changes.
 */
const shapes: Record<FieldKind, Schema> = {
  text: { type: 'string' },
  'long-text': { type: 'string', 'x-formFieldType': 'long-text' },
  email: { type: 'string', format: 'email' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  'yes-no': { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  choice: { type: 'string', enum: ['Option 1', 'Option 2'] },
  'multi-choice': {
    type: 'array',
    items: { type: 'string', enum: ['Option 1', 'Option 2'] },
    uniqueItems: true,
  },
  'multi-file': { type: 'array', 'x-formFieldType': 'multi-file', items: fileItems },
  address: addressShape,
  other: {},
}
const shapeKeys = [
  'type',
  'format',
  'enum',
  'items',
  'uniqueItems',
  'properties',
  'required',
  'x-formFieldType',
  'default',
]

export type SchemaField = {
  name: string
  kind: FieldKind
  title: string
  help: string
  required: boolean
  hidden: boolean
  choices: string[]
  defaultValue: unknown
  property: Schema
}

const propertiesOf = (schema: Schema): Record<string, Schema> =>
  (schema['properties'] ?? {}) as Record<string, Schema>
const requiredOf = (schema: Schema): string[] =>
  Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function kindOf(property: Schema): FieldKind {
  const { type, format, items } = property
  if (property['x-formFieldType'] === 'multi-file') return 'multi-file'
  if (property['x-formFieldType'] === 'postal-address') return 'address'
  if (type === 'array')
    return Array.isArray((items as Schema | undefined)?.['enum']) ? 'multi-choice' : 'other'
  if (Array.isArray(property['enum'])) return 'choice'
  if (type === 'boolean') return 'yes-no'
  if (type === 'integer' || type === 'number') return type
  if (type !== 'string') return 'other'
  if (format === 'date') return 'date'
  if (format === 'email') return 'email'
  return property['x-formFieldType'] === 'long-text' ? 'long-text' : 'text'
}

/** The fields of a schema, in the order in which forms show them. */
export function fieldsOf(schema: Schema): SchemaField[] {
  const required = new Set(requiredOf(schema))
  return Object.entries(propertiesOf(schema)).map(([name, property]) => {
    const kind = kindOf(property)
    return {
      name,
      kind,
      title: typeof property['title'] === 'string' ? property['title'] : '',
      help: typeof property['description'] === 'string' ? property['description'] : '',
      required: required.has(name),
      hidden: property['x-formFieldHidden'] === true,
      choices: texts(
        kind === 'multi-choice' ? (property['items'] as Schema)['enum'] : property['enum'],
      ),
      defaultValue: property['default'],
      property,
    }
  })
}

const withProperties = (
  schema: Schema,
  entries: [string, Schema][],
  required: string[],
): Schema => {
  const { required: _old, ...rest } = schema
  return {
    ...rest,
    type: schema['type'] ?? 'object',
    properties: Object.fromEntries(entries),
    ...(required.length > 0 ? { required } : {}),
  }
}

const without = (property: Schema, keys: string[]): Schema =>
  Object.fromEntries(Object.entries(property).filter(([key]) => !keys.includes(key)))

/** A name in camelCase from a title, as expressions and code use it. */
export function nameFrom(title: string): string {
  const [first = '', ...rest] = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const start =
    first === first.toUpperCase()
      ? first.toLowerCase()
      : first.charAt(0).toLowerCase() + first.slice(1)
  const name = start + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[A-Za-z]/.test(name) ? name.slice(0, 60) : 'field'
}

const freeName = (wanted: string, schema: Schema): string => {
  const taken = propertiesOf(schema)
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted}${count}`
    if (!(name in taken)) return name
  }
}

/** Adds a field of a kind at the end. Answers the schema and the new field's name. */
export function addField(schema: Schema, kind: FieldKind): { schema: Schema; name: string } {
  const name = freeName(nameFrom(kindTitles[kind]), schema)
  const property = { ...structuredClone(shapes[kind]), title: kindTitles[kind] }
  return {
    schema: withProperties(
      schema,
      [...Object.entries(propertiesOf(schema)), [name, property]],
      requiredOf(schema),
    ),
    name,
  }
}

/** The schema without a field. */
export function removeField(schema: Schema, name: string): Schema {
  const entries = Object.entries(propertiesOf(schema)).filter(([one]) => one !== name)
  return withProperties(
    schema,
    entries,
    requiredOf(schema).filter((one) => one !== name),
  )
}

/** Puts a field at another index. */
export function moveField(schema: Schema, name: string, to: number): Schema {
  const entries = Object.entries(propertiesOf(schema))
  const from = entries.findIndex(([one]) => one === name)
  const [moved] = entries.splice(from, from < 0 ? 0 : 1)
  if (!moved) return schema
  entries.splice(Math.max(0, Math.min(to, entries.length)), 0, moved)
  return withProperties(schema, entries, requiredOf(schema))
}

/** Why a field cannot have this name; undefined when it can. */
export function nameRefusal(schema: Schema, from: string, to: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(to))
    return 'A name starts with a letter and has only letters, digits and _.'
  return from !== to && to in propertiesOf(schema) ? 'Another field has this name.' : undefined
}

/** Gives a field another name; a refused name changes nothing. */
export function renameField(schema: Schema, from: string, to: string): Schema {
  if (from === to || nameRefusal(schema, from, to)) return schema
  const entries = Object.entries(propertiesOf(schema)).map(([name, property]): [string, Schema] => [
    name === from ? to : name,
    property,
  ])
  return withProperties(
    schema,
    entries,
    requiredOf(schema).map((name) => (name === from ? to : name)),
  )
}

/** Changes of one field; what the builder does not know in the property stays as it is. */
export type FieldChange = Partial<
  Pick<SchemaField, 'kind' | 'title' | 'help' | 'required' | 'hidden' | 'choices' | 'defaultValue'>
>

const setOrDrop = (property: Schema, key: string, value: unknown): Schema =>
  value === undefined || value === '' || value === false
    ? without(property, [key])
    : { ...property, [key]: value }

const apply: {
  [Key in keyof FieldChange]-?: (
    property: Schema,
    value: NonNullable<FieldChange[Key]> | undefined,
  ) => Schema
} = {
  kind: (property, kind) => ({
    ...without(property, shapeKeys),
    ...structuredClone(shapes[kind ?? 'text']),
  }),
  title: (property, title) => setOrDrop(property, 'title', title),
  help: (property, help) => setOrDrop(property, 'description', help),
  hidden: (property, hidden) => setOrDrop(property, 'x-formFieldHidden', hidden),
  required: (property) => property,
  choices: (property, choices) =>
    property['type'] === 'array'
      ? { ...property, items: { ...(property['items'] as Schema), enum: choices ?? [] } }
      : { ...property, enum: choices ?? [] },
  defaultValue: (property, value) =>
    value === undefined ? without(property, ['default']) : { ...property, default: value },
}

/** Changes one field. */
export function changeField(schema: Schema, name: string, change: FieldChange): Schema {
  const entries = Object.entries(propertiesOf(schema)).map(([one, property]): [string, Schema] => {
    if (one !== name) return [one, property]
    const keys = Object.keys(change) as (keyof FieldChange)[]
    return [
      one,
      keys.reduce(
        (changed, key) =>
          (apply[key] as (property: Schema, value: unknown) => Schema)(changed, change[key]),
        property,
      ),
    ]
  })
  const required = requiredOf(schema).filter((one) => one !== name || change.required !== false)
  return withProperties(
    schema,
    entries,
    change.required === true && !required.includes(name) ? [...required, name] : required,
  )
}
