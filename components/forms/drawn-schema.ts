import { isSignature } from '#lib/domain/form/signature'

type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const entriesOf = (value: unknown): [string, unknown][] =>
  isSchema(value) ? Object.entries(value) : []
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/**
 * Marks a property whose constant says which alternative was chosen: the choice fills it in, and
 * the form does not show it.
 */
export const choiceMark = 'x-choice'
/** Marks the alternative that stands for "nothing is chosen yet". */
export const nothingMark = 'x-nothing'
/** Its name, which the select says in the language of the form. */
export const nothingTitle = 'Choose…'

const shapeWords = new Set([
  'type',
  'enum',
  'const',
  'oneOf',
  'anyOf',
  'allOf',
  '$ref',
  'not',
  'if',
  'properties',
  'items',
  'prefixItems',
  'additionalProperties',
  'patternProperties',
  'dependentSchemas',
  'x-formFieldType',
])
const hasNoShape = (schema: Schema) => !Object.keys(schema).some((word) => shapeWords.has(word))

const isConstant = (schema: unknown): schema is Schema =>
  isSchema(schema) && ('const' in schema || listOf(schema['enum']).length === 1)
const constantOf = (schema: Schema): unknown =>
  'const' in schema ? schema['const'] : listOf(schema['enum'])[0]

/** Resolves a branch that is a reference, one level, so that its constants are found. */
function resolved(root: Schema, branch: unknown): unknown {
  const reference = isSchema(branch) ? branch['$ref'] : undefined
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return branch
  let found: unknown = root
  for (const part of reference.slice(2).split('/'))
    found = isSchema(found) ? found[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  if (!isSchema(found)) return branch
  const { $ref: _reference, ...others } = branch as Schema
  return { ...found, ...others }
}

/**
 * The properties that are constant in several alternatives, and different in each: they name the
 * alternative.
 */
function discriminatorsOf(branches: unknown[]): Set<string> {
  const values = new Map<string, string[]>()
  for (const branch of branches)
    for (const [name, property] of entriesOf(isSchema(branch) ? branch['properties'] : undefined))
      if (isConstant(property))
        values.set(name, [...(values.get(name) ?? []), JSON.stringify(constantOf(property))])
  const naming = [...values].filter(
    ([, found]) => found.length > 1 && new Set(found).size === found.length,
  )
  return new Set(naming.map(([name]) => name))
}

/** A constant as its default. As an `enum`: rjsf empties a `const` when its alternative is chosen. */
function filledIn({ const: _const, ...property }: Schema, value: unknown): Schema {
  return { ...property, enum: [value], default: value, [choiceMark]: true }
}

/** A branch whose naming constants are filled in when it is chosen. */
function filledByChoice(branch: Schema, names: Set<string>): Schema {
  const naming = entriesOf(branch['properties']).flatMap(([name, property]) =>
    names.has(name) && isConstant(property)
      ? [[name, filledIn(property, constantOf(property))] as const]
      : [],
  )
  if (naming.length === 0) return branch
  return {
    ...branch,
    properties: { ...(branch['properties'] as Schema), ...Object.fromEntries(naming) },
    required: [...new Set([...listOf(branch['required']), ...naming.map(([name]) => name)])],
  }
}

/**
 * Adds an alternative in front that no value fits. rjsf always chooses one, and takes the first
 * when the data fit none. With it the form makes no choice for the person, no default of a branch
 * enters the data, and the schema allows the same values as before. Alternatives that are all
 * constants are one select, which is initially empty.
 */
function alternatives(
  root: Schema,
  schema: Schema,
  branches: unknown[],
  hints: unknown,
): unknown[] {
  if (branches.every(isConstant)) return branches
  const all = branches.map((branch) => resolved(root, branch))
  const names = discriminatorsOf(all)
  const type = schema['type'] ?? (isSchema(schema['properties']) ? 'object' : 'null')
  return [
    { title: nothingTitle, type, not: {}, [nothingMark]: true },
    ...all.map((branch) =>
      isSchema(branch) ? draw(root, filledByChoice(branch, names), hints) : branch,
    ),
  ]
}

/** A text or number with one possible value is a choice of that value, not a line to type in. */
function choosable(schema: Schema): Schema {
  const { const: value, ...rest } = schema
  if (choiceMark in schema || (typeof value !== 'string' && typeof value !== 'number'))
    return schema
  return { ...rest, enum: [value], type: schema['type'] ?? typeof value }
}

/**
 * Alternatives that are constants of one type, with that type: their select needs it. Those of
 * several types, or with objects, as a list of values with their titles.
 */
function typed(schema: Schema): Schema {
  const choices = [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])]
  if (choices.length === 0 || !choices.every(isConstant)) return schema
  const kinds = new Set(choices.map((choice) => typeof constantOf(choice)))
  const [kind] = kinds
  if (kinds.size === 1 && ['string', 'number', 'boolean'].includes(String(kind)))
    return 'type' in schema ? schema : { ...schema, type: kind }
  const { oneOf: _oneOf, anyOf: _anyOf, type: _type, ...rest } = schema
  const titles = choices.map((choice) => String(choice['title'] ?? constantOf(choice)))
  return { ...rest, enum: choices.map((choice) => constantOf(choice)), enumNames: titles }
}

/** A list that does not say what an entry is has lines of text, as fields without a type are. */
function withEntries(schema: Schema): Schema {
  const { type, items } = schema
  const isList = [type].flat().includes('array')
  const isFound = isSchema(items) || 'prefixItems' in schema || items === false
  return isList && !isFound && !('x-formFieldType' in schema)
    ? { ...schema, items: { type: 'string' } }
    : schema
}

/** Whether a boolean is drawn as a checkbox. A required one that is not ticked sends false. */
function isPlainBox(schema: Schema, hints: unknown): boolean {
  const options = isSchema(hints) ? hints['ui:options'] : undefined
  const widget = isSchema(hints)
    ? (hints['ui:widget'] ?? (isSchema(options) ? options['widget'] : undefined))
    : undefined
  if (widget !== undefined && widget !== 'checkbox') return false
  return (
    schema['type'] === 'boolean' &&
    !['const', 'enum', 'oneOf', 'anyOf', 'default'].some((word) => word in schema)
  )
}

/** "A text or null", as programs write it, is a text that may be left out. */
function withoutNull(root: Schema, schema: Schema): Schema {
  for (const word of ['oneOf', 'anyOf']) {
    const list = listOf(schema[word])
    const others = list.filter((one) => !(isSchema(one) && one['type'] === 'null'))
    const [only] = others
    if (others.length === list.length || only === undefined) continue
    if (others.length > 1) return { ...schema, [word]: others }
    const { [word]: _list, ...rest } = schema
    const branch = resolved(root, only)
    return isSchema(branch) ? { ...branch, ...rest } : rest
  }
  return schema
}

function withoutType({ type: _type, properties: _properties, ...signature }: Schema): Schema {
  return signature
}

function drawProperty(root: Schema, given: unknown, required: boolean, hints: unknown): unknown {
  // Anything fits: it is a line of text, as a field without a type is.
  if (given === true) return { type: 'string' }
  if (!isSchema(given)) return given
  const property = withoutNull(root, given)
  // Without its type rjsf does not fill in an empty object, which would look like an answer.
  if (isSignature(property)) return withoutType(property)
  if (hasNoShape(property)) return { ...property, type: 'string' }
  const one = withEntries(typed(choosable(draw(root, property, hints))))
  return required && isPlainBox(one, hints) ? { ...one, default: false } : one
}

function draw(root: Schema, schema: Schema, hints: unknown): Schema {
  const drawn: Schema = { ...schema }
  const required = new Set(listOf(schema['required']))
  const hintsOf = (name: string) => (isSchema(hints) ? hints[name] : undefined)
  for (const word of ['properties', '$defs', 'definitions', 'dependentSchemas'])
    if (isSchema(schema[word]))
      drawn[word] = Object.fromEntries(
        entriesOf(schema[word]).map(([name, value]) => [
          name,
          drawProperty(root, value, word === 'properties' && required.has(name), hintsOf(name)),
        ]),
      )
  for (const word of ['items', 'additionalProperties'])
    if (isSchema(schema[word])) drawn[word] = drawProperty(root, schema[word], false, hintsOf(word))
  for (const word of ['then', 'else'])
    if (isSchema(schema[word])) drawn[word] = draw(root, schema[word], hints)
  if (Array.isArray(schema['allOf']))
    drawn['allOf'] = schema['allOf'].map((one) => (isSchema(one) ? draw(root, one, hints) : one))
  for (const word of ['oneOf', 'anyOf'])
    if (Array.isArray(schema[word]))
      drawn[word] = alternatives(root, schema, listOf(schema[word]), hints)
  return drawn
}

/**
 * An author's schema in the form for rjsf, so that the form answers nothing for the person: no
 * alternative is chosen, choosing one fills in the constant that names it, any other constant is
 * offered as a choice, and a field without a type is a line of text. The same data fit both
 * schemas.
 */
export const drawnSchema = (schema: Schema, uiSchema: Schema = {}): Schema =>
  draw(schema, schema, uiSchema)
