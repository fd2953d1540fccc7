import { isTooLongInteger } from './form/exact-number.ts'
import { shortText } from './text.ts'

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown

/**
 * JSON as a value, without a whole number that was rounded: one beyond ±(2^53 - 1) becomes what
 * `replace` makes of its digits, by default a text of them. Everything from outside is read by
 * this: answers of other systems, messages, files. Throws `SyntaxError` for what is not JSON.
 *
 * Looking at every number is slow, so it is done only where one may be so long. A browser that does
 * not tell how a number was written (before 2025) rounds it.
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
 * JSON that a person typed, as a value. Throws `LongIntegerError` for a whole number that would be
 * rounded, and `SyntaxError` for what is not JSON.
 */
export const parseTypedJson = (text: string): unknown =>
  parseExactJson(text, (digits) => {
    throw new LongIntegerError(digits)
  })
