import { choicesOf, withChoices, type Choice } from './form/choices.ts'
import { conditionsOf, withConditions, withoutName, type Conditions } from './form/conditions.ts'
import { kindOf, kindTitles, shapeKeys, shapes, type FieldKind } from './form/kinds.ts'
import { pagesAfter } from './form/page-list.ts'

export { fieldKinds, kindGroups, kindTitles, type FieldKind } from './form/kinds.ts'

type Schema = Record<string, unknown>

export type SchemaField = {
  name: string
  kind: FieldKind
  title: string
  help: string
  required: boolean
  hidden: boolean
  choices: Choice[]
  /** When it is shown and required: always, without rules. */
  conditions: Conditions
  defaultValue: unknown
  property: Schema
}

const propertiesOf = (schema: Schema): Record<string, Schema> =>
  (schema['properties'] ?? {}) as Record<string, Schema>
const requiredOf = (schema: Schema): string[] =>
  Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
/** The fields of a schema, in the order in which forms show them. */
export function fieldsOf(schema: Schema): SchemaField[] {
  const required = new Set(requiredOf(schema))
  return Object.entries(propertiesOf(schema)).map(([name, property]) => {
    const kind = kindOf(property)
    const known = conditionsOf(schema, name)
    return {
      name,
      kind,
      title: typeof property['title'] === 'string' ? property['title'] : '',
      help: typeof property['description'] === 'string' ? property['description'] : '',
      required: required.has(name) || (known?.required ?? false),
      hidden: property['x-formFieldHidden'] === true,
      choices: choicesOf(kind === 'multi-choice' ? (property['items'] as Schema) : property),
      conditions: { shownWhen: known?.shownWhen, requiredWhen: known?.requiredWhen },
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
  const required = requiredOf(schema).filter((one) => one !== name)
  return pagesAfter(withoutName(withProperties(schema, entries, required), name))
}

/** Puts a field at another index. */
export function moveField(schema: Schema, name: string, to: number): Schema {
  const entries = Object.entries(propertiesOf(schema))
  const from = entries.findIndex(([one]) => one === name)
  const [moved] = entries.splice(from, from < 0 ? 0 : 1)
  if (!moved) return schema
  entries.splice(Math.max(0, Math.min(to, entries.length)), 0, moved)
  return pagesAfter(withProperties(schema, entries, requiredOf(schema)))
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
  const required = requiredOf(schema).map((name) => (name === from ? to : name))
  return pagesAfter(withoutName(withProperties(schema, entries, required), from, to), from, to)
}

/** Changes of one field; what the builder does not know in the property stays as it is. */
export type FieldChange = Partial<
  Pick<SchemaField, 'kind' | 'title' | 'help' | 'required' | 'hidden' | 'choices' | 'defaultValue'>
> & {
  /** Keywords of the property; an empty one is removed. */
  set?: Schema
  /** When the field is shown and required. What is left out stays; undefined ends it. */
  conditions?: Conditions
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

const setOrDrop = (property: Schema, key: string, value: unknown): Schema =>
  isNothing(value) ? without(property, [key]) : { ...property, [key]: value }

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
  conditions: (property) => property,
  set: (property, words) =>
    Object.entries(words ?? {}).reduce(
      (changed, [word, value]) => setOrDrop(changed, word, value),
      property,
    ),
  choices: (property, choices) =>
    property['type'] === 'array'
      ? { ...property, items: withChoices(property['items'] as Schema, choices ?? []) }
      : withChoices(property, choices ?? []),
  defaultValue: (property, value) =>
    value === undefined ? without(property, ['default']) : { ...property, default: value },
}

/** A required list has an entry: JSON Schema alone takes an empty one for an answer. */
function countedEntries(property: Schema, isRequired: boolean): Schema {
  if (property['type'] !== 'array') return property
  if (isRequired) return { minItems: 1, ...property }
  return property['minItems'] === 1 ? without(property, ['minItems']) : property
}

/** Changes one field. */
export function changeField(schema: Schema, name: string, change: FieldChange): Schema {
  const now = fieldsOf(schema).find((field) => field.name === name)
  const isRequired = change.required ?? now?.required ?? false
  const counts = change.required !== undefined || (change.kind !== undefined && isRequired)
  const entries = Object.entries(propertiesOf(schema)).map(([one, property]): [string, Schema] => {
    if (one !== name) return [one, property]
    const keys = Object.keys(change) as (keyof FieldChange)[]
    const changed = keys.reduce(
      (before, key) =>
        (apply[key] as (property: Schema, value: unknown) => Schema)(before, change[key]),
      property,
    )
    return [one, counts ? countedEntries(changed, isRequired) : changed]
  })
  const conditions = { ...now?.conditions, ...change.conditions }
  // A field that is shown by rules is required by them: when it is not shown, it is not.
  const required = requiredOf(schema).filter((one) => one !== name)
  const next = isRequired && !conditions.shownWhen ? [...required, name] : required
  const isSame = JSON.stringify([...next].sort()) === JSON.stringify([...requiredOf(schema)].sort())
  const changed = withProperties(schema, entries, isSame ? requiredOf(schema) : next)
  const touched = change.required !== undefined || change.conditions !== undefined
  if (!touched) return changed
  // Where it is required anyway, rules for that say nothing.
  const { shownWhen, requiredWhen } = conditions
  const need = isRequired ? {} : { requiredWhen }
  return withConditions(changed, { name, shownWhen, required: isRequired, ...need })
}
