type Schema = Record<string, unknown>

const expression = {
  type: 'object',
  properties: { $: { type: 'string' } },
  required: ['$'],
  additionalProperties: false,
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The places of schemas inside a schema. Those `beside` describe the same value, those `inside` a
 * part of it, which an expression may replace.
 */
const places = {
  inside: {
    one: ['items', 'additionalProperties', 'contains', 'unevaluatedProperties', 'unevaluatedItems'],
    many: ['properties', 'patternProperties'],
    list: ['prefixItems'],
  },
  beside: {
    one: ['not', 'if', 'then', 'else'],
    many: ['$defs', 'definitions'],
    list: ['anyOf', 'oneOf', 'allOf'],
  },
} as const

/**
 * `if/else` rather than `anyOf`, so that a value that is no expression has the errors of its own
 * schema.
 */
const orExpression = (schema: unknown): unknown =>
  isSchema(schema) ? { if: expression, else: withExpressions(schema) } : schema

/** A schema that allows an expression `{ "$": "…" }` in place of any value inside. */
export function withExpressions(schema: Schema): Schema {
  const changed: Schema = { ...schema }
  const change = (keys: readonly string[], to: (value: unknown) => unknown): void => {
    for (const key of keys) if (key in schema) changed[key] = to(schema[key])
  }
  const each = (to: (one: unknown) => unknown) => (value: unknown) =>
    isSchema(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, to(one)]))
      : value
  const list = (to: (one: unknown) => unknown) => (value: unknown) =>
    Array.isArray(value) ? value.map(to) : value
  const same = (one: unknown): unknown => (isSchema(one) ? withExpressions(one) : one)
  change(places.inside.one, orExpression)
  change(places.inside.many, each(orExpression))
  change(places.inside.list, list(orExpression))
  change(places.beside.one, same)
  change(places.beside.many, each(same))
  change(places.beside.list, list(same))
  return changed
}
