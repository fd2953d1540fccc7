import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'

/** What `stream.isDisturbed` looks at first. */
const isDisturbed = Symbol.for('nodejs.stream.disturbed')

/** Bodies that name somebody are short. */
const maxBytes = 16_384

/**
 * Reads a short body and puts it back, so that whoever serves the request reads it again. Undefined
 * for a long one, and for one that does not say how long it is.
 */
export async function peekBody(request: IncomingMessage): Promise<string | undefined> {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (!(length > 0 && length <= maxBytes)) return undefined
  const chunks: Buffer[] = []
  let size = 0
  while (size < length) {
    const chunk = request.read() as Buffer | null
    if (chunk) {
      chunks.push(chunk)
      size += chunk.byteLength
      continue
    }
    if (request.destroyed || request.readableEnded) return undefined
    await Promise.race([once(request, 'readable'), once(request, 'close')])
  }
  const body = Buffer.concat(chunks)
  request.unshift(body)
  // All of it is there again; otherwise Next refuses to make a Request of it.
  Object.assign(request, { [isDisturbed]: false })
  return body.toString('utf8')
}
