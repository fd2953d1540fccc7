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

/**
 * Compiles a pattern for JavaScript's own engine, whose time has no limit: only where the author's
 * schema and the data harm nobody else, such as in a page.
 */
export function nativePattern(text: string): Pattern | BadPattern {
  if (text.length > schemaLimits.patternLength)
    return { reason: `has more than ${schemaLimits.patternLength} characters` }
  try {
    const compiled = new RegExp(text, 'u')
    return { text, states: 1, linear: false, test: (value) => compiled.test(value) }
  } catch {
    return { reason: 'is no regular expression' }
  }
}
