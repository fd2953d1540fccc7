type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** What a reference inside of a schema leads to (`#/$defs/one`). */
export function target(root: Schema, reference: string): unknown {
  let found: unknown = root
  for (const part of reference.slice(2).split('/').filter(Boolean))
    found = isObject(found) ? found[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  return found
}

/** Schemas that are looked at; a schema has fewer, unless its alternatives multiply. */
const mostLooks = 5000

/**
 * Whether a schema needs itself again in each of its values, so that no value is ever complete: by
 * fields that are required, and by lists that may not be empty.
 */
export function isEndless(root: Schema, schema: Schema): boolean {
  const finite = new Set<unknown>()
  const open = new Set<unknown>()
  let looks = 0
  const look = (one: unknown): boolean => {
    if (!isObject(one) || finite.has(one)) return false
    if (open.has(one)) return true
    looks += 1
    if (looks > mostLooks) return false
    open.add(one)
    const isOne = needed(one).some(look) || choices(one).some((list) => list.every(look))
    open.delete(one)
    if (!isOne) finite.add(one)
    return isOne
  }
  /** What each value has. */
  const needed = (one: Schema): unknown[] => {
    const { properties, required, items, minItems, allOf, $ref: reference } = one
    const fields = isObject(properties) ? properties : {}
    return [
      ...(typeof reference === 'string' ? [target(root, reference)] : []),
      ...listOf(required).map((name) => fields[String(name)]),
      ...(typeof minItems === 'number' && minItems > 0 ? [items] : []),
      ...listOf(allOf),
    ]
  }
  return look(schema)
}

const choices = ({ oneOf, anyOf }: Schema): unknown[][] =>
  [listOf(oneOf), listOf(anyOf)].filter((list) => list.length > 0)
