/**
 * Whether two JSON values say the same; a field set to undefined counts as missing. Order of keys
 * counts, because forms show it.
 */
export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
