import type { UiSchema } from '@rjsf/utils'
import { calculateKeyword } from '#lib/domain/form/calculate/with-calculated'
import { autocompleteOf } from '#lib/domain/form/autocomplete'
import { maskKeyword, maskStoredKeyword } from '#lib/domain/form/mask'

type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** A reference inside of the root, resolved; each once on the way, because it may lead in a circle. */
function resolved(root: Schema, schema: Schema, seen: string[]) {
  const reference = schema['$ref']
  if (typeof reference !== 'string' || !reference.startsWith('#/') || seen.includes(reference))
    return { schema, seen }
  let found: unknown = root
  for (const part of reference.slice(2).split('/'))
    found = isSchema(found) ? found[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  return isSchema(found)
    ? { schema: { ...found, ...schema }, seen: [...seen, reference] }
    : { schema, seen }
}

const addressTokens: Record<string, string> = {
  name: 'name',
  addressLine1: 'address-line1',
  addressLine2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postalCode: 'postal-code',
  country: 'country',
}

const byType: Record<string, UiSchema> = {
  'multi-file': { 'ui:field': 'multiFile' },
  signature: { 'ui:field': 'signature', 'ui:fieldReplacesAnyOrOneOf': true },
  'long-text': { 'ui:widget': 'textarea' },
  'postal-address': { 'ui:field': 'postalAddress' },
  phone: { 'ui:inputType': 'tel' },
  'yes-no': { 'ui:widget': 'radio', 'ui:options': { inline: true } },
}

/** The hints of one field by its own keywords. */
function ownHints(schema: Schema, name: string): UiSchema {
  const { format } = schema
  const mask = schema[maskKeyword]
  const autocomplete = autocompleteOf(name, schema)
  const hasNames = Array.isArray(schema['enumNames']) && Array.isArray(schema['enum'])
  return {
    ...(autocomplete ? { 'ui:autocomplete': autocomplete as 'name' } : {}),
    ...(typeof mask === 'string'
      ? {
          'ui:widget': 'masked',
          'ui:options': { mask, stored: schema[maskStoredKeyword] ?? 'masked' },
        }
      : {}),
    ...(format === 'duration' ? { 'ui:widget': 'duration' } : {}),
    ...(typeof schema['x-formCurrency'] === 'string'
      ? { 'ui:options': { currency: schema['x-formCurrency'] } }
      : {}),
    ...(calculateKeyword in schema ? { 'ui:readonly': true } : {}),
    ...(hasNames ? { 'ui:enumNames': schema['enumNames'] as string[] } : {}),
    ...byType[String(schema['x-formFieldType'])],
  }
}

type Around = {
  root: Schema
  seen: string[]
  /** The person writes about themselves: their browser may fill in what has a usual name. */
  byName: boolean
}

/** The hints of a field and of what is in it; what the author gave has priority. */
function hintsOf(
  given: UiSchema,
  property: unknown,
  { root, seen: before, byName, name = '' }: Around & { name?: string },
): UiSchema {
  if (!isSchema(property)) return given
  const { schema, seen } = resolved(root, property, before)
  const around = { root, seen, byName }
  const own = ownHints(schema, byName ? name : '')
  if (own['ui:field'] === 'multiFile' || own['ui:field'] === 'signature')
    return { ...own, ...given }
  const items = isSchema(schema['items'])
    ? // The entries of a list are about others: a medicine has a name, too.
      hintsOf((given['items'] ?? {}) as UiSchema, schema['items'], { ...around, byName: false })
    : {}
  const inside = fieldHints(given, schema, around)
  const tokens =
    schema['x-formFieldType'] === 'postal-address' ? withTokens(inside, schema) : inside
  return { ...own, ...tokens, ...(Object.keys(items).length > 0 ? { items } : {}) }
}

function withTokens(hints: UiSchema, schema: Schema): UiSchema {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  const named = Object.keys(properties).filter((name) => name in addressTokens)
  return {
    ...hints,
    ...Object.fromEntries(
      named.map((name) => [
        name,
        { 'ui:autocomplete': addressTokens[name], ...(hints[name] as UiSchema | undefined) },
      ]),
    ),
  }
}

/** The hints of an object's fields, also of those that conditions and alternatives add. */
function fieldHints(given: UiSchema, schema: Schema, around: Around): UiSchema {
  const hints: UiSchema = { ...given }
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  for (const [name, property] of Object.entries(properties)) {
    const one = hintsOf((given[name] ?? {}) as UiSchema, property, { ...around, name })
    if (Object.keys(one).length > 0) hints[name] = one
  }
  const dependent = isSchema(schema['dependentSchemas']) ? schema['dependentSchemas'] : {}
  const parts = [
    ...listOf(schema['allOf']),
    schema['then'],
    schema['else'],
    ...Object.values(dependent),
  ]
  for (const part of parts)
    if (isSchema(part)) Object.assign(hints, { ...fieldHints({}, part, around), ...hints })
  for (const word of ['oneOf', 'anyOf']) {
    if (!Array.isArray(schema[word]) || word in given) continue
    const branches = listOf(schema[word]).map((branch) => hintsOf({}, branch, around))
    if (branches.some((branch) => Object.keys(branch).length > 0)) hints[word] = branches
  }
  return hints
}

/**
 * The rjsf hints that follow from our schema extensions (docs/form-schema.md), such as
 * `x-formFieldType: "multi-file"`, which draws uploads. Hints in `uiSchema` have priority. `byName`:
 * a visitor writes about themselves, so a browser fills in fields with usual names; it would store
 * what members write about patients.
 */
export const deriveUiSchema = (
  schema: Schema,
  uiSchema: UiSchema = {},
  { byName = false }: { byName?: boolean | undefined } = {},
): UiSchema => fieldHints(uiSchema, schema, { root: schema, seen: [], byName })
