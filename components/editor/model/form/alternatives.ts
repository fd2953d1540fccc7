type Schema = Record<string, unknown>

/** One of the shapes that a value may have; `value` is its constant, by which the data name it. */
export type Alternative = { value: string; title: string; schema: Schema }

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const propertiesOf = (schema: Schema): Schema =>
  isObject(schema['properties']) ? schema['properties'] : {}
const constantOf = (schema: Schema, name: string): unknown => {
  const property = propertiesOf(schema)[name]
  return isObject(property) ? property['const'] : undefined
}

/** The branches of a `oneOf`, when each is an object with fields. */
function branchesOf(property: Schema): Schema[] | undefined {
  const list = property['oneOf']
  if (!Array.isArray(list) || list.length === 0 || 'properties' in property) return undefined
  const branches = list.filter(
    (one): one is Schema => isObject(one) && isObject(one['properties']) && !('$ref' in one),
  )
  return branches.length === list.length ? branches : undefined
}

/** The field whose constant text names the branch: there in each, and different in each. */
function namingField(branches: Schema[]): string | undefined {
  const [first = {}] = branches
  return Object.keys(propertiesOf(first)).find((name) => {
    const values = branches.map((branch) => constantOf(branch, name))
    return (
      values.every((value) => typeof value === 'string') && new Set(values).size === values.length
    )
  })
}

/** Whether the builder can show a property as a choice of shapes. */
export function isAlternatives(property: Schema): boolean {
  const branches = branchesOf(property)
  return branches !== undefined && namingField(branches) !== undefined
}

const requiredOf = (schema: Schema): string[] =>
  Array.isArray(schema['required']) ? (schema['required'] as string[]) : []

/** The shapes of a property, without the field that names them. */
export function alternativesOf(property: Schema): Alternative[] {
  const branches = branchesOf(property) ?? []
  const naming = namingField(branches)
  if (naming === undefined) return []
  return branches.map((branch) => {
    const { [naming]: _naming, ...properties } = propertiesOf(branch)
    const value = String(constantOf(branch, naming))
    const required = requiredOf(branch).filter((name) => name !== naming)
    const { required: _required, ...rest } = branch
    return {
      value,
      title: typeof branch['title'] === 'string' ? branch['title'] : value,
      schema: { ...rest, properties, ...(required.length > 0 ? { required } : {}) },
    }
  })
}

/** The `oneOf` with these shapes; each is named by the same field as before. */
export function oneOfWith(property: Schema, alternatives: Alternative[]): Schema[] {
  const naming = namingField(branchesOf(property) ?? []) ?? 'kind'
  return alternatives.map(({ value, title, schema }) => ({
    ...schema,
    type: 'object',
    title,
    properties: { [naming]: { const: value }, ...propertiesOf(schema) },
    required: [naming, ...requiredOf(schema)],
  }))
}

/** One more shape, with a value that is free. */
export function withOneMore(alternatives: Alternative[]): Alternative[] {
  const taken = new Set(alternatives.map(({ value }) => value))
  let number = alternatives.length + 1
  while (taken.has(`option${number}`)) number += 1
  const schema = { type: 'object', properties: {} }
  return [...alternatives, { value: `option${number}`, title: `Option ${number}`, schema }]
}

/** Why a shape cannot have this value; undefined when it can. */
export function valueRefusal(
  alternatives: Alternative[],
  index: number,
  value: string,
): string | undefined {
  if (value.trim() === '') return 'Give it a value, by which systems know it.'
  const isTaken = alternatives.some((one, at) => at !== index && one.value === value)
  return isTaken ? 'Another alternative has this value.' : undefined
}
