import { ApiError } from '#lib/domain/api-error'
import { isTooLongInteger } from '#lib/domain/exact-number'

/** Largest JSON body, in bytes. Files go by multipart upload. */
const maxBodyBytes = 5 * 1024 * 1024
/** The same where nobody has signed in. */
export const maxPublicBytes = 1024 * 1024
/** Deeper nesting than this is no honest request, and recursion over it would be costly. */
const maxDepth = 200

function tooLarge(maxBytes: number): ApiError {
  const megabytes = maxBytes / 1024 / 1024
  return new ApiError(
    'payload_too_large',
    `A JSON body may have at most ${megabytes} MB here. Send files as uploads instead.`,
    { maxBytes },
  )
}

/**
 * The body as it came, for those who check a signature over it. Throws 413 as soon as more than
 * `maxBytes` have come.
 */
export async function readBytes(request: Request, maxBytes = maxBodyBytes): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Refuses text that Postgres cannot store: NUL, and halves of UTF-16 pairs. Throws 400. */
export function checkText(text: string, path: string): void {
  if (text.includes('\u0000')) throw ApiError.invalid([{ path, message: 'There is a NUL character (\\u0000) in the text, which cannot be stored.' }])
  if (!text.isWellFormed()) throw ApiError.invalid([{ path, message: 'The text has half of a surrogate pair (\\ud800 to \\udfff), which is no character.' }])
}

/**
 * Stands where a whole number was that a number of ours would round, until `checkValue` names
 * its place.
 */
class Rounded {}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown

/**
 * JSON as a value; whole numbers beyond 2^53 - 1 become `Rounded`. Looking at every number is
 * slow, so it is done only where one may be so long.
 */
function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text) as unknown
  return parseWithSource(text, (_key, value, { source }) =>
    typeof value === 'number' && isTooLongInteger(source ?? '') ? new Rounded() : value)
}

const tooLongNumber =
  'This whole number has more digits than can be kept exactly. Send it as text, in quotation marks.'

/** Refuses what JSON allows and no database or schema of ours does: NUL characters, half characters, numbers beyond all bounds, bottomless nesting, `__proto__`. */
function checkValue(value: unknown, depth: number, path: string): void {
  if (depth > maxDepth) throw ApiError.invalid([{ path: '', message: `The body is nested deeper than ${maxDepth} levels.` }])
  if (typeof value === 'string') return checkText(value, path)
  if (typeof value === 'number' && !Number.isFinite(value)) throw ApiError.invalid([{ path, message: 'The number is too large.' }])
  if (value instanceof Rounded) throw ApiError.invalid([{ path, message: tooLongNumber }])
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (key === '__proto__') throw ApiError.invalid([{ path, message: 'A field may not be called __proto__.' }])
    checkText(key, path)
    checkValue(child, depth + 1, path ? `${path}.${key}` : key)
  }
}

/**
 * Reads a JSON body: 415 when it is not declared as JSON, 413 over `maxBytes`, 400 when it is not UTF-8 JSON. An absent body is undefined.
 */
export async function readJson(request: Request, maxBytes = maxBodyBytes): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes.byteLength === 0) return undefined
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/json' && !type.endsWith('+json'))
    throw new ApiError('unsupported_media_type', 'Send the body as JSON, with the header Content-Type: application/json.', { received: type || null })
  let value: unknown
  try {
    value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw ApiError.invalid([{ path: '', message: `The body is not valid JSON in UTF-8: ${error instanceof Error ? error.message.slice(0, 80).replace(/"[^"]*"?/g, '…') : ''}` }])
  }
  checkValue(value, 0, '')
  return value
}
