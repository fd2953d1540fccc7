const written = new WeakMap<Response, Uint8Array>()

/**
 * A response of JSON text or of its bytes. `bytesOf` reads them without the stream, which costs
 * more than writing them to a socket.
 */
export function textResponse(
  json: string | Uint8Array<ArrayBuffer>,
  status: number,
  headers: Record<string, string>,
): Response {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json
  const response = new Response(bytes, {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
  written.set(response, bytes)
  return response
}

/** The body of a response from `textResponse`; undefined for all others. */
export const bytesOf = (response: Response): Uint8Array | undefined => written.get(response)
