import { RE2JS } from 're2js'
import { nativePattern, type BadPattern, type Pattern } from './native-pattern.ts'

const unsupported =
  'uses look-around, a back-reference or a large repetition, which can take for ever; write it ' +
  'without them, or as two patterns in allOf'

/**
 * Compiles a pattern for RE2, whose time is linear in the text. With `anyEngine`, a pattern that
 * RE2 does not support gets JavaScript's own engine: only for processes that may be ended.
 */
export function patternOf(text: string, anyEngine = false): Pattern | BadPattern {
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
