import { resolved, type Schema, type Schemas } from './open-api.ts'

const byFormat: Record<string, string> = {
  uuid: '00000000-0000-0000-0000-000000000000',
  email: 'ada@example.com',
  'date-time': '2026-03-07T09:00:00Z',
  date: '2026-03-07',
  uri: 'https://example.com',
}
const maxDepth = 6

/**
 * A value that shows the form of a schema: its required fields, or all of them when none is
 * required.
 */
export function exampleOf(schema: Schema, schemas: Schemas, depth = 0): unknown {
  const own = resolved(schema, schemas)
  if (own.default !== undefined) return own.default
  if (own.const !== undefined) return own.const
  if (own.enum) return own.enum[0]
  const [first] = own.anyOf ?? own.oneOf ?? own.allOf ?? []
  if (first) return exampleOf(first, schemas, depth)
  const type = Array.isArray(own.type) ? own.type[0] : own.type
  if (type === 'array')
    return own.items && own.minItems && depth < maxDepth
      ? [exampleOf(own.items, schemas, depth + 1)]
      : []
  if (type === 'object' || own.properties) {
    if (depth >= maxDepth) return {}
    const required = own.required ?? []
    const fields = Object.entries(own.properties ?? {}).filter(
      ([name]) => required.length === 0 || required.includes(name),
    )
    return Object.fromEntries(
      fields.map(([name, field]) => [name, exampleOf(field, schemas, depth + 1)]),
    )
  }
  if (type === 'string')
    return (own.format && byFormat[own.format]) ?? (own.minLength ? 'text' : '')
  if (type === 'integer' || type === 'number')
    return own.minimum !== undefined && own.minimum > 0 ? own.minimum : 0
  if (type === 'boolean') return false
  return type === 'null' ? null : {}
}
