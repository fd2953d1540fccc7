import { ExpressionError } from './expression-error.ts'

/** The maximum size of a result: its parts, and the characters of texts and names of fields. */
export type Room = { values: number; characters: number }

/** More than any honest mapping makes, and less than fills a process's memory. */
const maxValues = 2_000_000
/** The maximum size of an output (lib/engine/model/storable.ts). */
const maxCharacters = 16 * 1024 * 1024
const maxDepth = 500

export const fullRoom = (): Room => ({ values: maxValues, characters: maxCharacters })

const looksLikeFunction = (value: object): boolean =>
  '_jsonata_function' in value || '_jsonata_lambda' in value

const tooLarge = (): ExpressionError => {
  const most = 'more than 16 MB or two million values'
  return new ExpressionError('too_large', `The result has ${most}. Make less of it.`)
}
const tooDeep = (): ExpressionError =>
  new ExpressionError('too_deep', `The result is nested deeper than ${maxDepth} levels.`)

/**
 * A copy that holds only what JSON can: lists lose the marks of JSONata, functions and undefined
 * become null (fields of them are left out), numbers that JSON does not know become null. A field
 * called `__proto__` is left out. `isFunction` tells functions of JSONata from other objects.
 * What the copy needs is taken from `room`.
 * @throws ExpressionError `too_large` or `too_deep` (500 levels)
 */
export function toPlainJson(
  value: unknown,
  room: Room = fullRoom(),
  isFunction: (value: object) => boolean = looksLikeFunction,
): unknown {
  const isValue = (from: unknown): boolean =>
    from !== undefined &&
    typeof from !== 'function' &&
    !(typeof from === 'object' && from !== null && isFunction(from))
  const copy = (from: unknown, depth: number): unknown => {
    if (--room.values < 0) throw tooLarge()
    if (depth > maxDepth) throw tooDeep()
    if (typeof from === 'string' && (room.characters -= from.length) < 0) throw tooLarge()
    if (typeof from === 'number') return Number.isFinite(from) ? from : null
    if (typeof from === 'string' || typeof from === 'boolean' || from === null) return from
    if (typeof from !== 'object' || !isValue(from)) return null
    if (Array.isArray(from)) return from.map((child) => copy(child, depth + 1))
    const entries: [string, unknown][] = []
    for (const [key, child] of Object.entries(from)) {
      if (key === '__proto__' || !isValue(child)) continue
      if ((room.characters -= key.length) < 0) throw tooLarge()
      entries.push([key, copy(child, depth + 1)])
    }
    return Object.fromEntries(entries)
  }
  return copy(value, 0)
}
