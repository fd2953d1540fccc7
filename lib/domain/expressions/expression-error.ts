import { ValueFunctionError } from './value-functions.ts'

/**
 * An expression that cannot be parsed or computed. `path` names its config field, dotted; the
 * message says what to do and contains no data of the run.
 */
export class ExpressionError extends Error {
  /**
   * The code of JSONata (`S0201`, `T2001`, …), or one of ours: `regexp`, `too_long`, `too_large`,
   * `too_deep`, `unfinished`, `memory`, `deadline`, `died`, `style`, `expression` for all others.
   */
  readonly code: string
  /** Characters from the start of the expression, when known. */
  readonly position: number | undefined
  readonly path: string
  constructor(code: string, message: string, position?: number, path = '') {
    super(message)
    this.name = 'ExpressionError'
    this.code = code
    this.position = position
    this.path = path
  }

  /** The same error with the config field in its path and message. */
  at(path: string): ExpressionError {
    if (path === '') return this
    return new ExpressionError(this.code, `${path}: ${this.message}`, this.position, path)
  }
}

type Thrown = { code?: unknown; message?: unknown; position?: unknown } & Record<string, unknown>

/** Fields of JSONata's errors that contain no value of the data. */
const harmless = new Set(['code', 'message', 'position', 'index', 'token', 'stack', 'offset'])

/** Messages of JSONata that say little without the value, by their codes. */
const plainMessages: Readonly<Record<string, string>> = {
  D3030:
    'The value given to $number cannot be read as a number. Give it a number, true, false, or a ' +
    'text that holds only a number.',
}

/** JSONata writes the values at fault into its messages; they may be patient data. */
function withoutValues(message: string, error: Thrown): string {
  const shown = Object.entries(error).flatMap(([field, value]) => {
    if (harmless.has(field) || typeof value === 'number' || value === undefined) return []
    const text = JSON.stringify(value) ?? ''
    return text.length > 2 ? [text] : []
  })
  return shown.reduce((text, value) => text.replaceAll(value, '…'), message)
}

const overflow = /call stack/i
const impossible = /^Invalid (string|array) length|^Invalid count value/

function rangeError({ message }: RangeError): ExpressionError {
  const deep = 'The expression is nested too deeply. Write it in parts.'
  if (overflow.test(message)) return new ExpressionError('too_deep', deep)
  const size = 'The expression makes a text or a list that is too long. Make less of it at a time.'
  if (impossible.test(message)) return new ExpressionError('too_large', size)
  return new ExpressionError('expression', 'The expression computes with a number out of range.')
}

/** Converts any error that JSONata threw to an error without data of the run. */
export function expressionError(thrown: unknown): ExpressionError {
  if (thrown instanceof ExpressionError) return thrown
  if (thrown instanceof ValueFunctionError) return new ExpressionError('style', thrown.message)
  if (thrown instanceof RangeError) return rangeError(thrown)
  const error = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Thrown
  const position = typeof error.position === 'number' ? error.position : undefined
  if (typeof error.code !== 'string') {
    // The words of JavaScript's own errors (a type error inside JSONata) do not help.
    const message = 'The expression cannot be computed with these values. Check what it is given.'
    const text = thrown instanceof SyntaxError ? thrown.message : message
    return new ExpressionError('expression', text, position)
  }
  const text = typeof error.message === 'string' ? error.message : 'The expression failed.'
  if (error.code === 'D1012') {
    const took = `The expression took longer than ${String(error['value'])} ms.`
    return new ExpressionError(error.code, `${took} Look for a loop without an end.`, position)
  }
  // The text of syntax errors comes from the expression itself, so it may be shown.
  const shown = error.code.startsWith('S') ? text : withoutValues(text, error)
  const message = plainMessages[error.code] ?? shown
  return new ExpressionError(error.code, message, position)
}
