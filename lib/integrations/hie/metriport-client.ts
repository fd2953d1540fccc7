import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { providerHttp, type ProviderResponse } from '../outbound/http.ts'
import { providerRefused } from '../outbound/provider-refused.ts'

type Settings = {
  base: string
  apiKey: string | undefined
  timeoutSeconds: number
  allowPrivate: readonly string[]
  maxBytes: number
}
type Call = {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string | undefined>
  body?: unknown
  signal: AbortSignal
}

const errorSchema = z.object({ name: z.string().max(100).optional() })

function refused(response: ProviderResponse): ApiError {
  if (response.status === 404)
    return new ApiError(
      'not_found',
      'Metriport does not know this patient or request. Check the patient id.',
      { provider: 'metriport', status: 404 },
    )
  try {
    return providerRefused('metriport', response, { code: errorSchema.parse(response.json()).name })
  } catch {
    return providerRefused('metriport', response)
  }
}

/**
 * Metriport's Medical API (source: the docs of metriport/metriport, npm `@metriport/api-sdk`). A
 * start that is repeated while its request runs returns the same request, so every call may be
 * repeated.
 */
export function metriportClient({
  base,
  apiKey,
  timeoutSeconds,
  allowPrivate,
  maxBytes,
}: Settings) {
  const send = providerHttp({
    provider: 'metriport',
    origin: new URL(base).origin,
    allowPrivate,
    timeoutMs: timeoutSeconds * 1000,
    maxBytes,
  })

  return async function call<S extends z.ZodType>(
    { method, path, query = {}, body, signal }: Call,
    schema: S,
  ): Promise<z.output<S>> {
    if (!apiKey)
      throw new ApiError(
        'provider_error',
        'This connection is not complete: Metriport needs an API key. ' +
          'An owner can add it under Connections.',
        { provider: 'metriport', code: 'incomplete', retryable: false },
      )
    const url = new URL(`${base}/medical/v1/${path}`)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, value)
    const response = await send({
      method,
      url: url.href,
      headers: {
        'x-api-key': apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
      repeatable: true,
    })
    if (response.status !== 200) throw refused(response)
    const parsed = schema.safeParse(response.json())
    if (!parsed.success)
      throw new ApiError(
        'provider_error',
        'Metriport answered something that its documentation does not describe.',
        { provider: 'metriport', status: response.status, code: 'bad_answer' },
      )
    return parsed.data
  }
}
