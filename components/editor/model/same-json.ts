/**
 * Whether two JSON values are equal. A field set to undefined counts as missing; the order of keys
 * counts, because forms show it.
 */
export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
