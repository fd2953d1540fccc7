/** The number of characters as people count them: a surrogate pair is one. */
export function lengthOf(text: string): number {
  let length = text.length
  for (let index = 0; index < text.length - 1; index++) {
    const code = text.charCodeAt(index)
    if (code < 0xd800 || code > 0xdbff) continue
    const next = text.charCodeAt(index + 1)
    if (next < 0xdc00 || next > 0xdfff) continue
    length--
    index++
  }
  return length
}

/** Whether a number is within a limit, by the limit's keyword. */
export const numberTests: Record<string, (value: number, limit: number) => boolean> = {
  minimum: (value, limit) => value >= limit,
  maximum: (value, limit) => value <= limit,
  exclusiveMinimum: (value, limit) => value > limit,
  exclusiveMaximum: (value, limit) => value < limit,
  multipleOf: (value, limit) => Number.isInteger(value / limit),
}

/** Whether the value has one of these types of the standard; an `integer` is also a `number`. */
export function typeFits(types: ReadonlySet<string>, value: unknown): boolean {
  if (value === null) return types.has('null')
  if (Array.isArray(value)) return types.has('array')
  if (typeof value !== 'number') return types.has(typeof value)
  if (!Number.isFinite(value)) return false
  return types.has('number') || (types.has('integer') && Number.isInteger(value))
}
