import { ApiError } from '#lib/domain/api-error'
import { parseRequestJson } from '#lib/domain/request-json'
import { cutText } from '#lib/domain/text'

/** Largest JSON body, in bytes. Files go by multipart upload. */
const maxBodyBytes = 5 * 1024 * 1024
/** The same where nobody has signed in. */
export const maxPublicBytes = 1024 * 1024

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

/**
 * Reads a JSON body: 415 when it is not declared as JSON, 413 over `maxBytes`, 400 when it is not UTF-8 JSON. An absent body is undefined.
 */
export async function readJson(request: Request, maxBytes = maxBodyBytes): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes.byteLength === 0) return undefined
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/json' && !type.endsWith('+json'))
    throw new ApiError('unsupported_media_type', 'Send the body as JSON, with the header Content-Type: application/json.', { received: type || null })
  try {
    return parseRequestJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof ApiError) throw error
    // What the parser quotes may be a patient's.
    const said = error instanceof Error ? cutText(error.message, 80).replace(/"[^"]*"?/g, '…') : ''
    const message = `The body is not valid JSON in UTF-8: ${said}`
    throw ApiError.invalid([{ path: '', message }])
  }
}
