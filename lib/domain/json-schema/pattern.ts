import { RE2JS } from 're2js'
import { schemaLimits } from './limits.ts'

/** A pattern of a schema. `states` times the characters of a text bounds the work of a test. */
export type Pattern = {
  readonly text: string
  readonly states: number
  /** Takes time linear in the text. */
  readonly linear: boolean
  test(text: string): boolean
}

/** Why a pattern cannot be used, as the end of a sentence. */
export type BadPattern = { reason: string }

const unsupported =
  'uses look-around, a back-reference or a large repetition, which can take for ever; write it ' +
  'without them, or as two patterns in allOf'

function nativePattern(text: string): Pattern | BadPattern {
  try {
    const compiled = new RegExp(text, 'u')
    return { text, states: 1, linear: false, test: (value) => compiled.test(value) }
  } catch {
    return { reason: 'is no regular expression' }
  }
}

/**
 * Compiles a pattern for RE2, whose time is linear in the text. With `anyEngine`, a pattern that
 * RE2 does not support gets JavaScript's own engine: only for processes that may be ended.
 */
export function patternOf(text: string, anyEngine = false): Pattern | BadPattern {
  if (text.length > schemaLimits.patternLength)
    return { reason: `has more than ${schemaLimits.patternLength} characters` }
  const native = nativePattern(text)
  if ('reason' in native) return native
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(text))
    const states = Math.max(1, compiled.programSize())
    return { text, states, linear: true, test: (value) => compiled.test(value) }
  } catch {
    return anyEngine ? native : { reason: unsupported }
  }
}
