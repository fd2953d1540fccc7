import { z } from 'zod'

/**
 * How a sender signs what it posts: always HMAC-SHA256 with a secret that both sides know.
 * `body`: of the body, in a header of the sender's choice, as hex (also after `sha256=`) or Base64.
 * `timestamp`: of `<t>.<body>`, in a header like `t=1726000000,v1=5257a8…`.
 * `standard`: Standard Webhooks, of `<webhook-id>.<webhook-timestamp>.<body>`.
 */
export const webhookSchemes = ['none', 'body', 'timestamp', 'standard'] as const
export type WebhookScheme = (typeof webhookSchemes)[number]

/** The name of a header, in lower case, as requests have it. */
export const headerNameSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'This is no name of a header. Like X-Signature.')

export const webhookSignatureSchema = z.strictObject({
  scheme: z.enum(webhookSchemes).default('none'),
  /** Where the signature is; `standard` has its own. */
  header: headerNameSchema.nullable().default(null),
})
export type WebhookSignature = z.infer<typeof webhookSignatureSchema>

export const noWebhookSignature: WebhookSignature = { scheme: 'none', header: null }

/**
 * What senders want to be told back, to know that the address is a receiver's: short, and of
 * characters that are a text in every reading.
 */
export const webhookChallengeSchema = z
  .string()
  .regex(/^[\x20-\x7e]{1,1000}$/, 'A challenge has 1 to 1000 printable ASCII characters.')

/** Why a delivery started nothing: no value of its body is in it. */
export const webhookReasonSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** Which fields were wrong. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type WebhookReason = z.infer<typeof webhookReasonSchema>

/** A field of a body, without its value. */
export const bodyFieldSchema = z.object({
  /** Its keys, joined by dots. */
  path: z.string(),
  type: z.enum(['text', 'number', 'yes or no', 'nothing', 'list']),
})
export type BodyField = z.infer<typeof bodyFieldSchema>

/** More fields than these are not listed. */
const mostFields = 100
/** Deeper than this, and behind longer names, no vendor has a field. */
const mostLevels = 6
const longestPath = 120

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function typeOf(value: unknown): BodyField['type'] {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'yes or no'
  return typeof value === 'string' ? 'text' : 'nothing'
}

/** The fields of a body by their paths, without a value; lists are not opened. */
export function bodyFieldsOf(body: unknown): BodyField[] {
  const found: BodyField[] = []
  const visit = (value: Record<string, unknown>, above: string, level: number): void => {
    for (const [key, inner] of Object.entries(value)) {
      const path = above + key
      // A dot in a name would read as two fields.
      if (key.includes('.') || path.length > longestPath || found.length >= mostFields) continue
      if (isObject(inner) && level < mostLevels) visit(inner, `${path}.`, level + 1)
      else if (!isObject(inner)) found.push({ path, type: typeOf(inner) })
    }
  }
  if (isObject(body)) visit(body, '', 1)
  return found
}

/** Adds what another body has; undefined when nothing of it is new. */
export function withBodyFields(
  known: readonly BodyField[],
  more: readonly BodyField[],
): BodyField[] | undefined {
  const paths = new Set(known.map(({ path }) => path))
  const added = more.filter(({ path }) => !paths.has(path)).slice(0, mostFields - known.length)
  return added.length > 0 ? [...known, ...added] : undefined
}

function valueAt(body: unknown, path: string): unknown {
  let value = body
  for (const key of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/**
 * The start data that a body makes: itself, with the values of its other places under the names of
 * start fields. What is no object becomes the field `body`. A start form that takes no other fields
 * gets those that it has.
 */
export function startDataOfBody(
  body: unknown,
  fields: Readonly<Record<string, string>>,
  schema: Record<string, unknown>,
): Record<string, unknown> {
  const data = new Map(Object.entries(isObject(body) ? body : { body }))
  for (const [name, path] of Object.entries(fields)) {
    const value = valueAt(body, path)
    if (value !== undefined) data.set(name, value)
  }
  const known = isObject(schema['properties']) ? schema['properties'] : {}
  const entries = [...data].filter(
    ([name]) => schema['additionalProperties'] !== false || Object.hasOwn(known, name),
  )
  return Object.fromEntries(entries)
}
