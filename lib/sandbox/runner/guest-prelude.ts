/**
 * Runs inside the sandbox before the customer's code and creates its environment: `ApiError`,
 * `console`, a seeded `Math.random`, and only the globals of the language. The engine gets this
 * function as text, so it may use nothing but its arguments and the language.
 *
 * Everything that it uses after the customer's code has run was captured before, because that code
 * may replace any method of any built-in. The code runs in the same heap and could only spoil its
 * own answer, but the answer must still have one of the known shapes. So this function uses no
 * `for…of`, no spread, and no method calls on values that the code can reach.
 *
 * `host(kind, …texts)` takes primitive strings only and returns whether more output is accepted.
 */
export function guestPrelude(
  host: (kind: string, a?: string, b?: string, c?: string) => boolean,
  maxResult: number,
  maxDetails: number,
  maxText: number,
): object {
  const { parse, stringify } = JSON
  const { apply, defineProperty, deleteProperty, ownKeys } = Reflect
  const { isArray } = Array
  const { isInteger } = Number
  const { imul } = Math
  const textOf = String
  const slice = String.prototype.slice
  const InternalError = (globalThis as unknown as { InternalError: ErrorConstructor }).InternalError
  const isInstance = Function.prototype[Symbol.hasInstance]

  const cut = (text: string, length: number): string =>
    text.length > length ? (apply(slice, text, [0, length]) as string) : text

  // Deny by default: a new global of a later engine does not reach customers.
  const language =
    `Object Function Error EvalError RangeError ReferenceError SyntaxError TypeError URIError InternalError AggregateError
    SuppressedError Iterator Array parseInt parseFloat isNaN isFinite decodeURI decodeURIComponent encodeURI encodeURIComponent escape
    unescape Infinity NaN undefined eval Number Boolean String Math Reflect Symbol DisposableStack AsyncDisposableStack globalThis BigInt
    Date RegExp JSON Proxy Map Set WeakMap WeakSet ArrayBuffer Uint8ClampedArray Int8Array Uint8Array Int16Array Uint16Array Int32Array
    Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array DataView Promise`.split(
      /\s+/,
    )
  for (const key of ownKeys(globalThis)) {
    if (typeof key === 'string' && !language.includes(key)) deleteProperty(globalThis, key)
  }
  // It exposes the functions on the stack, including ours.
  deleteProperty(Error, 'prepareStackTrace')

  let isApiError = (_value: unknown): _value is ApiError => false
  class ApiError extends Error {
    // oxlint-disable-next-line no-unused-private-class-members -- `#genuine in value` asks for it
    #genuine = true
    statusCode: number
    details: object
    static {
      isApiError = (value): value is ApiError =>
        typeof value === 'object' && value !== null && #genuine in value
    }
    constructor(statusCode: number, message: unknown = '', details: object = {}) {
      super(textOf(message))
      if (!isInteger(statusCode) || statusCode < 400 || statusCode > 599) {
        throw new TypeError(
          'new ApiError(statusCode, message, details): statusCode must be a whole ' +
            'number from 400 to 599.',
        )
      }
      if (typeof details !== 'object' || details === null || isArray(details)) {
        throw new TypeError(
          'new ApiError(statusCode, message, details): details must be an object.',
        )
      }
      this.statusCode = statusCode
      this.details = details
    }
  }
  const hidden = (target: object, key: string, value: unknown) =>
    defineProperty(target, key, { value, writable: true, configurable: true, enumerable: false })
  hidden(ApiError.prototype, 'name', 'ApiError')
  hidden(globalThis, 'ApiError', ApiError)

  const shown = (value: unknown): string => {
    if (typeof value === 'string') return value
    try {
      if (apply(isInstance, Error, [value]))
        return `${textOf((value as Error).name)}: ${textOf((value as Error).message)}`
      const json = stringify(value) as string | undefined
      return json === undefined ? textOf(value) : json
    } catch {
      return '[cannot be shown]'
    }
  }
  let welcome = true
  const writer =
    (level: string) =>
    (...values: unknown[]): void => {
      if (!welcome) return
      let line = ''
      for (let index = 0; index < values.length && line.length < maxText; index += 1)
        line += (index ? ' ' : '') + shown(values[index])
      welcome = host('log', level, cut(line, maxText))
    }
  hidden(globalThis, 'console', {
    log: writer('log'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  })

  // sfc32: small, fast, passes PractRand; the host fills its state from the seed or from the
  // system's randomness.
  let a = 0
  let b = 0
  let c = 0
  let counter = 1
  /**
   * The rounds that mix the seed in; delayed until the first random number, which most code never
   * uses.
   */
  let mixing = 12
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  hidden(Math, 'random', () => {
    for (; mixing > 0; mixing -= 1) next()
    return ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992
  })

  const reportThrown = (error: unknown): void => {
    if (
      isApiError(error) &&
      isInteger(error.statusCode) &&
      error.statusCode >= 400 &&
      error.statusCode <= 599
    ) {
      const details = stringify(error.details) as string | undefined
      if (details !== undefined && details.length > maxDetails) host('details_too_large')
      else
        host(
          'api_error',
          textOf(error.statusCode),
          cut(textOf(error.message), maxText),
          details ?? '{}',
        )
      return
    }
    if (apply(isInstance, InternalError, [error]) && (error as Error).message === 'out of memory') {
      host('memory')
      return
    }
    if (!apply(isInstance, Error, [error])) {
      host('thrown', 'Error', cut(shown(error), maxText), '')
      return
    }
    const { name, message, stack } = error as Error
    host(
      'thrown',
      cut(textOf(name), 200),
      cut(textOf(message), maxText),
      cut(textOf(stack), maxText),
    )
  }

  const run = async (module: Promise<{ default: unknown }>, input: string): Promise<void> => {
    try {
      const main = (await module).default
      if (typeof main !== 'function')
        throw new TypeError('The code must have a default export that is a function.')
      const json = stringify(await main(parse(input))) as string | undefined
      if (json !== undefined && json.length > maxResult) host('result_too_large')
      else host('value', json ?? 'null')
    } catch (error) {
      try {
        reportThrown(error)
      } catch {
        // Getters and `toString` of a thrown value are the customer's code too.
        host('thrown', 'Error', 'The code threw a value that cannot be read.', '')
      }
    }
  }
  const seed = (first: number, second: number, third: number): void => {
    a = first | 0
    b = second | 0
    c = imul(third, 1)
  }
  return { run, seed, __proto__: null }
}
