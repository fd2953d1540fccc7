const texts = new WeakMap<Response, string>()

/** A response of JSON text. Its text can be had without reading its stream (`textOf`), which costs more than to write it to a socket. */
export function textResponse(json: string, status: number, headers: Record<string, string>): Response {
  const response = new Response(json, { status, headers: { 'content-type': 'application/json', ...headers } })
  texts.set(response, json)
  return response
}

/** The text of a response that `textResponse` made; undefined for all others. */
export const textOf = (response: Response): string | undefined => texts.get(response)
