export const mask = '[redacted]'
const maxDepth = 6

/** Endings of names (case and separators apart) whose values are never logged: credentials. */
const hiddenEndings = ['password', 'secret', 'token', 'apiKey', 'authorization', 'credentials']

/**
 * Names (case and separators apart) whose values are never logged: credentials, and what customers'
 * people typed or steps answered. Names with one of the endings above are hidden as well.
 */
export const hiddenNames = [
  ...hiddenEndings,
  'cookie',
  'set-cookie',
  'passphrase',
  'credential',
  'privateKey',
  'secretKey',
  'connectionString',
  'databaseUrl',
  'sessionId',
  'otp',
  'data',
  'startData',
  'formData',
  'input',
  'inputs',
  'output',
  'outputs',
  'body',
  'config',
  'rows',
  'params',
  'args',
  'patientKey',
]
const hidden = new Set(hiddenNames.map(plain))
const plainEndings = hiddenEndings.map(plain)

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function isHidden(name: string): boolean {
  const letters = plain(name)
  return hidden.has(letters) || plainEndings.some((ending) => letters.endsWith(ending))
}

/**
 * What a log entry may show of an error. Drizzle puts the bound parameters (patient data) into its
 * message, `pg` the row into `detail`.
 */
function describeError(error: Error, depth: number): Record<string, unknown> {
  const message = shortenKeys(error.message.split('\nparams:')[0] ?? '')
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  const code = 'code' in error ? error.code : undefined
  return {
    name: error.name,
    message,
    ...(code === undefined ? {} : { code }),
    stack: frames.join('\n'),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  }
}

/** API keys in a text, cut to the prefix by which their owners know them. */
const shortenKeys = (text: string): string =>
  text.replaceAll(/\b(rk_(?:live|test)_[\w-]{4})[\w-]+/g, '$1…')

/**
 * A copy of `value` that is safe to log: hidden names masked at every depth, errors described,
 * values from deeper than six levels left out.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return shortenKeys(value)
  if (value === null || typeof value !== 'object') return value
  if (depth > maxDepth) return '[deeper]'
  if (value instanceof Error) return describeError(value, depth)
  if (value instanceof Date) return value
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  if (ArrayBuffer.isView(value)) return '[bytes]'
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      inner !== undefined && inner !== null && isHidden(name) ? mask : redact(inner, depth + 1),
    ]),
  )
}
