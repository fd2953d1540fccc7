import { ApiError } from './api-error.ts'
import { parseExactJson } from './exact-json.ts'

/** Deeper nesting is no honest request, and recursion over it would be costly. */
export const maxDepth = 200

/** The place of a text in a document that is parsed in parts. */
export type PlaceInBody = {
  /** Dotted; empty at the top. */
  path: string
  /** The number of lists and objects around it. */
  depth: number
  /** The number of earlier entries in its list. */
  before: number
}

const nul = 'There is a NUL character (\\u0000) in the text, which cannot be stored.'
const half = 'The text has half of a surrogate pair (\\ud800 to \\udfff), which is no character.'
const rounded =
  'This whole number has more digits than can be stored exactly. Send it as text, in quotation marks.'

/** Refuses text that Postgres cannot store: NUL, and halves of UTF-16 pairs. Throws 400. */
export function checkText(text: string, path: string): void {
  if (text.includes('\u0000')) throw ApiError.invalid([{ path, message: nul }])
  if (!text.isWellFormed()) throw ApiError.invalid([{ path, message: half }])
}

/** Replaces a whole number that would be rounded, until `refuseUnsound` names its place. */
class Rounded {}

/** The refusal of a body that is nested too deeply. */
export const tooDeep = (): ApiError =>
  ApiError.invalid([{ path: '', message: `The body is nested deeper than ${maxDepth} levels.` }])

const isText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** Whether the value contains nothing that is refused. */
function isSound(value: unknown, depth: number): boolean {
  if (depth > maxDepth) return false
  if (typeof value === 'string') return isText(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  if (value instanceof Rounded) return false
  if (Array.isArray(value)) {
    for (const entry of value) if (!isSound(entry, depth + 1)) return false
    return true
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || !isText(key)) return false
    if (!isSound((value as Record<string, unknown>)[key], depth + 1)) return false
  }
  return true
}

/**
 * Refuses data that JSON allows but our database or schemas do not: NUL characters, half
 * characters, too large numbers, too deep nesting, `__proto__`. Throws a 400 that names the first.
 */
function refuseUnsound(value: unknown, { path, depth, before }: PlaceInBody): void {
  if (depth > maxDepth) throw tooDeep()
  if (typeof value === 'string') return checkText(value, path)
  if (typeof value === 'number' && !Number.isFinite(value))
    throw ApiError.invalid([{ path, message: 'The number is too large.' }])
  if (value instanceof Rounded) throw ApiError.invalid([{ path, message: rounded }])
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (key === '__proto__')
      throw ApiError.invalid([{ path, message: 'A field may not be called __proto__.' }])
    checkText(key, path)
    const name = Array.isArray(value) ? String(Number(key) + before) : key
    const place = { path: path ? `${path}.${name}` : name, depth: depth + 1, before: 0 }
    refuseUnsound(child, place)
  }
}

/**
 * JSON that a caller sent, a body or a part of one, as a value that can be stored and was not
 * rounded. Throws `SyntaxError` for what is not JSON, and 400 with the place of what is refused.
 * @param given where the text stands in the request: its path, or more than that
 */
export function parseRequestJson(text: string, given: string | PlaceInBody = ''): unknown {
  const value = parseExactJson(text, () => new Rounded())
  const place = typeof given === 'string' ? { path: given, depth: 0, before: 0 } : given
  // Tracking the place of each value would cost more than checking the values.
  if (!isSound(value, place.depth)) refuseUnsound(value, place)
  return value
}
