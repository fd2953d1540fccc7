import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import { shapesA } from '#lib/contracts/contract'
import { answerApi } from '#lib/http/answer'
import { readReference } from '#lib/http/endpoints'
import { errorResponse, toApiError } from '#lib/http/errors'
import { offerToPages } from '#lib/http/page-reads'
import { securityHeaders } from '#lib/http/response/security-headers'
import { bytesOf } from '#lib/http/response/text-response'
import { newId } from '#lib/ids'

offerToPages({ answer: answerApi, reference: readReference })

/** Addresses that need Next: next-auth serves sign-in and reads the request through Next. */
const nextOnly = /^\/api\/auth(\/|$)/

/**
 * Serves the API without Next, whose own share of a request is about 0.6 ms of CPU. `next dev` and
 * `next start` mount the same table in app/api. Returns false for addresses that Next serves.
 */
export function serveApi(request: IncomingMessage, response: ServerResponse): boolean {
  const [address = ''] = (request.url ?? '').split('?')
  if (!/^\/api(\/|$)/.test(address) || nextOnly.test(address)) return false
  serve(request, response).catch((error: Error) => response.destroy(error))
  return true
}

const securityOfText = Object.fromEntries(
  securityHeaders.map(({ key, value }) => [key.toLowerCase(), value]),
)

async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  let response: Response
  try {
    response = await answerApi(createRequest(incoming, outgoing))
  } catch (error) {
    response = failed(error)
  }
  // The caller has disconnected.
  if (outgoing.destroyed) {
    await response.body?.cancel()
    return
  }
  const bytes = bytesOf(response)
  if (bytes && response.headers.getSetCookie().length === 0) {
    // One write to the socket; a stream would need three.
    outgoing
      .writeHead(response.status, {
        ...securityOfText,
        ...Object.fromEntries(response.headers),
        'content-length': bytes.byteLength,
      })
      .end(bytes)
    return
  }
  for (const { key, value } of securityHeaders)
    if (!response.headers.has(key)) response.headers.set(key, value)
  await sendResponse(outgoing, response)
}

/** Handlers catch their errors, so this is a bug in this file. */
function failed(error: unknown): Response {
  const requestId = newId()
  return errorResponse(toApiError(error, requestId), shapesA, requestId)
}
