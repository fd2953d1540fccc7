import { parseTypedJson } from '#lib/domain/exact-json'
import { cutText } from '#lib/domain/text'
import type { Endpoint } from './open-api.ts'
import { addressOf, headersOf, type Typed } from './request-of.ts'

export type Answer = {
  status: number
  statusText: string
  milliseconds: number
  requestId: string | null
  headers: [string, string][]
  body: string
}

const shownHeaders = ['etag', 'location', 'retry-after', 'allow', 'idempotent-replayed']
const maxShown = 200_000

function bodyOf(
  endpoint: Endpoint,
  typed: Typed,
  file: File | null,
): { body?: BodyInit; headers: Record<string, string> } {
  const content = endpoint.requestBody?.content
  // When the endpoint accepts both, the page sends JSON.
  if (content?.['multipart/form-data'] && !content['application/json']) {
    const form = new FormData()
    if (file) form.append('file', file)
    return { body: form, headers: {} }
  }
  return content && typed.body.trim()
    ? { body: typed.body, headers: { 'content-type': 'application/json' } }
    : { headers: {} }
}

async function textOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  if (!/json|^text\//.test(type))
    return response.status === 204
      ? ''
      : `${(await response.blob()).size} bytes of ${type || 'no declared type'}`
  const text = await response.text()
  try {
    // An answer with a number that would be rounded is shown as text.
    return cutText(JSON.stringify(parseTypedJson(text), null, 2), maxShown)
  } catch {
    return cutText(text, maxShown)
  }
}

/**
 * Sends the typed request. With a key it omits the session's cookie. Throws when the server cannot
 * be reached.
 */
export async function sendRequest(
  endpoint: Endpoint,
  typed: Typed,
  key: string,
  file: File | null,
  signal: AbortSignal,
): Promise<Answer> {
  const { body, headers } = bodyOf(endpoint, typed, file)
  const started = performance.now()
  const response = await fetch(addressOf(endpoint, typed.values), {
    method: endpoint.method,
    headers: {
      ...headers,
      ...headersOf(endpoint, typed.values),
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    },
    credentials: key ? 'omit' : 'same-origin',
    signal,
    ...(body === undefined ? {} : { body }),
  })
  const text = await textOf(response)
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: Math.round(performance.now() - started),
    requestId: response.headers.get('x-request-id'),
    headers: shownHeaders.flatMap((name) =>
      response.headers.has(name)
        ? [[name, response.headers.get(name) ?? ''] as [string, string]]
        : [],
    ),
    body: text,
  }
}
