import { ApiError } from './api-error.ts'
import { parseExactJson } from './exact-json.ts'

/** Deeper nesting than this is no honest request, and recursion over it would be costly. */
const maxDepth = 200

const nul = 'There is a NUL character (\\u0000) in the text, which cannot be stored.'
const half =
  'The text has half of a surrogate pair (\\ud800 to \\udfff), which is no character.'
const rounded =
  'This whole number has more digits than can be kept exactly. Send it as text, in quotation marks.'

/** Refuses text that Postgres cannot store: NUL, and halves of UTF-16 pairs. Throws 400. */
export function checkText(text: string, path: string): void {
  if (text.includes('\u0000')) throw ApiError.invalid([{ path, message: nul }])
  if (!text.isWellFormed()) throw ApiError.invalid([{ path, message: half }])
}

/**
 * Stands where a whole number was that a number of ours would round, until `checkValue` names
 * its place.
 */
class Rounded {}

/**
 * Refuses what JSON allows and no database or schema of ours does: NUL characters, half characters,
 * numbers beyond all bounds, bottomless nesting, `__proto__`.
 */
function checkValue(value: unknown, depth: number, path: string): void {
  if (depth > maxDepth) {
    const message = `The body is nested deeper than ${maxDepth} levels.`
    throw ApiError.invalid([{ path: '', message }])
  }
  if (typeof value === 'string') return checkText(value, path)
  if (typeof value === 'number' && !Number.isFinite(value))
    throw ApiError.invalid([{ path, message: 'The number is too large.' }])
  if (value instanceof Rounded) throw ApiError.invalid([{ path, message: rounded }])
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (key === '__proto__')
      throw ApiError.invalid([{ path, message: 'A field may not be called __proto__.' }])
    checkText(key, path)
    checkValue(child, depth + 1, path ? `${path}.${key}` : key)
  }
}

/**
 * JSON that a caller sent, a body or a part of one, as a value that can be stored and was not
 * rounded. Throws `SyntaxError` for what is not JSON, and 400 with the place of what is refused.
 * @param path where the text stands in the request
 */
export function parseRequestJson(text: string, path = ''): unknown {
  const value = parseExactJson(text, () => new Rounded())
  checkValue(value, 0, path)
  return value
}
