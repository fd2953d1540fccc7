import { isTooLongInteger } from './form/exact-number.ts'
import { shortText } from './text.ts'

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown

/**
 * Parses JSON without rounding whole numbers: one beyond ±(2^53 - 1) becomes the answer of
 * `replace` for its digits, by default a text of them. All data from outside is read by this:
 * answers of other systems, messages, files. Throws `SyntaxError` for invalid JSON.
 *
 * Checking every number is slow, so it is done only when the text has so many digits in a row. A
 * browser that does not tell how a number was written (before 2025) rounds it.
 */
export function parseExactJson(
  text: string,
  replace: (digits: string) => unknown = (digits) => digits,
): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text) as unknown
  return parseWithSource(text, (_key, value, context) => {
    const source = context?.source ?? ''
    return typeof value === 'number' && isTooLongInteger(source) ? replace(source) : value
  })
}

/** `message` is a sentence for the author of the number. */
export class LongIntegerError extends Error {
  constructor(digits: string) {
    const advice = 'Write it as text, in quotation marks.'
    super(`${shortText(digits, 40)} has more digits than a number keeps exactly. ${advice}`)
  }
}

/**
 * Parses JSON that a person typed. Throws `LongIntegerError` for a whole number that would be
 * rounded, and `SyntaxError` for invalid JSON.
 */
export const parseTypedJson = (text: string): unknown =>
  parseExactJson(text, (digits) => {
    throw new LongIntegerError(digits)
  })
