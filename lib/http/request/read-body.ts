import { ApiError } from '#lib/domain/api-error'
import { maxDepth, parseRequestJson, tooDeep } from '#lib/domain/request-json'
import { cutText } from '#lib/domain/text'
import { parseInPieces, TooDeep } from '#lib/large-json/parse'
import { pieces } from '#lib/large-json/pieces'
import { NoRoom, places } from '#lib/large-json/places'
import { readCapped } from '#lib/read-capped'

/** Largest JSON body, in bytes. Files go by multipart upload. */
const maxBodyBytes = 5 * 1024 * 1024
/** The same limit for callers who have not signed in. */
export const maxPublicBytes = 1024 * 1024
/** Bodies up to this many bytes are parsed at once, without waiting for a place. */
const smallBytes = 64 * 1024

function tooLarge(maxBytes: number): ApiError {
  const megabytes = maxBytes / 1024 / 1024
  return new ApiError(
    'payload_too_large',
    `A JSON body may have at most ${megabytes} MB here. Send files as uploads instead.`,
    { maxBytes },
  )
}

/**
 * Reads the body as bytes, to check a signature over it. Throws 413 as soon as more than `maxBytes`
 * have arrived.
 */
export async function readBytes(request: Request, maxBytes = maxBodyBytes): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  return await readCapped(request.body, maxBytes, () => tooLarge(maxBytes))
}

function notJson(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof TooDeep) return tooDeep()
  // The parser's message may quote patient data.
  const said = error instanceof Error ? cutText(error.message, 80).replace(/"[^"]*"?/g, '…') : ''
  const message = `The body is not valid JSON in UTF-8: ${said}`
  return ApiError.invalid([{ path: '', message }])
}

const noRoom = (): ApiError =>
  new ApiError(
    'rate_limited',
    'Too many large requests of yours are waiting. Try again in a moment.',
    {},
    { headers: { 'retry-after': '5' } },
  )

/** A JSON body; call `done` when its value is no longer used. */
export type JsonBody = { value: unknown; done(): void }

/** The empty body. */
export const noBody: JsonBody = { value: undefined, done: () => undefined }

function requireJson(request: Request): void {
  const given = request.headers.get('content-type') ?? ''
  const type = given.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || type.endsWith('+json')) return
  throw new ApiError(
    'unsupported_media_type',
    'Send the body as JSON, with the header Content-Type: application/json.',
    { received: type || null },
  )
}

async function parseLarge(bytes: Uint8Array, owner: string): Promise<unknown> {
  try {
    const next = pieces.of(owner)
    return await parseInPieces(bytes, { next, maxDepth, parse: parseRequestJson })
  } catch (error) {
    throw notJson(error)
  }
}

/**
 * Reads a JSON body: 415 when it is not declared as JSON, 413 over `maxBytes`, 400 when it is not
 * UTF-8 JSON. A missing body is undefined. A large one waits for a place shared by all
 * organizations (429 when too many wait), and its parsing yields to other requests. `owner` is the
 * sender.
 */
export async function readJson(
  request: Request,
  owner: string,
  maxBytes = maxBodyBytes,
): Promise<JsonBody> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes.byteLength === 0) return noBody
  requireJson(request)
  return await jsonOfBytes(bytes, owner, request.signal)
}

/** The JSON of a body that was read; throws like `readJson`. */
export async function jsonOfBytes(
  bytes: Uint8Array,
  owner: string,
  signal: AbortSignal,
): Promise<JsonBody> {
  if (bytes.byteLength <= smallBytes) {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      return { ...noBody, value: parseRequestJson(text) }
    } catch (error) {
      throw notJson(error)
    }
  }
  const done = await places.enter(owner, bytes.byteLength, signal).catch((error: unknown) => {
    throw error instanceof NoRoom ? noRoom() : error
  })
  try {
    return { value: await parseLarge(bytes, owner), done }
  } catch (error) {
    done()
    throw error
  }
}
