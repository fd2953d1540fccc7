/** A place in a value at which nothing lies deeper; `items.0.code`. The empty path is the whole. */
export type Leaf = { path: string; value: unknown }

const isNode = (value: unknown): value is Record<string, unknown> | unknown[] =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** A key with a dot cannot stand in a path, so what holds it is compared as a whole. */
const isOneKey = (key: string): boolean => key !== '' && !key.includes('.')

/** The texts, numbers, yes and no of a JSON value, each with its place; at most `most` of them. */
export function leavesOf(value: unknown, most = Infinity): Leaf[] {
  const found: Leaf[] = []
  const walk = (inner: unknown, path: string): void => {
    if (found.length >= most) return
    if (!isNode(inner) || !Object.keys(inner).every(isOneKey)) {
      found.push({ path, value: inner })
      return
    }
    for (const [key, one] of Object.entries(inner)) walk(one, path === '' ? key : `${path}.${key}`)
  }
  walk(value, '')
  return found
}
