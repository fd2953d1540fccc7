import vm from 'node:vm'
import { ApiError } from '#lib/domain/api-error'

/** Longest time for one text, in milliseconds; an honest pattern needs microseconds. */
const limitMs = 100

const context = vm.createContext({})
const script = new vm.Script('pattern.test(text)')

/**
 * A `RegExp` for patterns that customers wrote in their schemas. Some patterns need exponential time for some texts (`^(a+)+$`), and a stranger may
 * choose the text by a shared form, so each test is ended after 100 ms (`unprocessable`). Costs about 0.1 ms a test. The shape is Ajv's `RegExpEngine`.
 */
export const boundedRegExp = Object.assign(
  (pattern: string, flags: string) => {
    const compiled = new RegExp(pattern, flags)
    const test = (text: string): boolean => {
      Object.assign(context, { pattern: compiled, text })
      try {
        return script.runInContext(context, { timeout: limitMs }) === true
      } catch (error) {
        // Not `instanceof Error`: the error may belong to the context's own world.
        if ((error as { code?: unknown } | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
        throw new ApiError('unprocessable', 'A pattern of this form takes too long to check. Tell whoever builds this workflow to make it simpler.', { pattern })
      }
    }
    // Ajv tells patterns apart by their text.
    return { test, toString: () => String(compiled) }
  },
  { code: 'new RegExp' },
)
