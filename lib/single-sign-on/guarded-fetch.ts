import { env } from '#lib/env'
import { publicFetch } from '#lib/integrations/outbound/public-fetch'

const timeoutMs = 10_000
const maxBytes = 1024 * 1024

type Options = {
  method?: string
  headers?: Record<string, string> | Headers
  body?: unknown
  signal?: AbortSignal | null | undefined
}

/**
 * `fetch` for addresses that an organization wrote into its connection, or that its provider's
 * metadata name: only the public internet, no redirect, at most 1 MB in 10 seconds. Codes and
 * secrets therefore never go to another host than the one that was named.
 */
export async function guardedFetch(url: string | URL, options: Options = {}): Promise<Response> {
  const { method = 'GET', headers = {}, body, signal } = options
  const { 'content-type': type, ...others } = Object.fromEntries(new Headers(headers))
  const text = body === null || body === undefined ? undefined : String(body)
  const answer = await publicFetch(
    {
      url: String(url),
      method,
      headers: { ...others, ...(type ? { 'content-type': type } : {}) },
      ...(text === undefined ? {} : { body: text }),
      timeoutMs,
      maxBytes,
      maxRedirects: 0,
      signal: signal ?? new AbortController().signal,
    },
    env().HTTP_ALLOW_PRIVATE,
  )
  // The content arrives decoded.
  const {
    'content-encoding': _coding,
    'content-length': _length,
    'transfer-encoding': _transfer,
    ...kept
  } = answer.headers
  const empty = answer.status === 204 || answer.status === 304
  return new Response(empty ? null : answer.body, { status: answer.status, headers: kept })
}
