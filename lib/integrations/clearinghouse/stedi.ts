import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { addressField } from '../address-field.ts'
import { providerHttp, type ProviderResponse } from '../outbound/http.ts'
import { defineProvider } from '../provider.ts'
import { providerRefused } from '../outbound/provider-refused.ts'
import { readAnswer, refusalIn } from './read-answer.ts'
import { plansRequest, v3Request } from './stedi-request.ts'

const provider = 'stedi'
const home = 'https://healthcare.us.stedi.com'

/**
 * Stedi's own errors: `{message, code}`; of a bad request also errors[] with the field. Their text
 * is not used.
 */
const errorSchema = z.object({
  code: z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .catch(undefined),
})

function jsonOf(response: ProviderResponse): unknown {
  try {
    return response.json()
  } catch {
    return undefined
  }
}

/**
 * Anything but 200: the payer's refusal (AAA, which Stedi answers with 400 or 200), a timeout of
 * the payer (504), or Stedi's own error.
 */
function refused(response: ProviderResponse): ApiError {
  const body = jsonOf(response)
  const byPayer = refusalIn(body, provider, response.status)
  if (byPayer) return byPayer
  const parsed = errorSchema.safeParse(body)
  const code = parsed.success ? parsed.data.code : undefined
  const safe = code && /^[\w.-]{1,60}$/.test(code) ? code : undefined
  if (response.status === 504)
    return new ApiError('provider_timeout', 'The payer did not answer the clearinghouse in time.', {
      provider,
      status: 504,
      ...(safe ? { code: safe } : {}),
    })
  return providerRefused(provider, response, { code: safe })
}

const paths = {
  '2026-06-01': '/2026-06-01/eligibility-check',
  '2024-04-01': '/2024-04-01/change/medicalnetwork/eligibility/v3',
} as const

/**
 * Stedi, real-time eligibility checks (sources: its OpenAPI document healthcare.json and its SDK).
 * The key is sent without "Bearer".
 */
export const clearinghouseStedi = defineProvider({
  kind: 'clearinghouse',
  id: 'stedi',
  title: 'Stedi',
  description: 'Real-time eligibility checks with more than a thousand payers.',
  config: z.object({
    version: z
      .enum(['2026-06-01', '2024-04-01'])
      .default('2026-06-01')
      .meta({
        title: 'API version',
        enumNames: ['2026-06-01, with words', '2024-04-01, like Change Healthcare'],
        description:
          'The newer one answers plans with words; the older one benefitsInformation like ' +
          'Change Healthcare.',
      }),
    timeoutSeconds: z.int().min(1).max(120).default(60).meta({
      title: 'Time limit',
      description: 'Seconds to wait for an answer; payers may take a minute.',
    }),
    baseUrl: addressField('API address', 'Only where it is not Stedi’s own.').optional(),
  }),
  secrets: z.object({
    apiKey: z.string().optional().meta({
      title: 'API key',
      description: 'From Account settings in Stedi. A test key answers for test patients only.',
    }),
  }),
  addressFields: ['baseUrl'],
  embedded: false,
  open({ config, secrets, allowPrivate }) {
    const base = (config.baseUrl ?? home).replace(/\/+$/, '')
    const send = providerHttp({
      provider,
      origin: new URL(base).origin,
      allowPrivate,
      timeoutMs: config.timeoutSeconds * 1000,
    })

    async function call(request: {
      method: 'GET' | 'POST'
      path: string
      body?: unknown
      signal: AbortSignal
    }): Promise<ProviderResponse> {
      const { apiKey } = secrets
      if (!apiKey)
        throw new ApiError(
          'provider_error',
          'This connection is not complete: it needs the API key. An owner can ' +
            'add it under Connections.',
          { provider },
        )
      const { method, path, body, signal } = request
      return await send({
        method,
        url: `${base}${path}`,
        headers: {
          authorization: apiKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal,
        // A check only reads, so repeating it changes nothing at the payer.
        repeatable: true,
      })
    }

    return {
      async checkEligibility(inquiry, signal) {
        const body =
          config.version === '2026-06-01'
            ? plansRequest(inquiry)
            : v3Request(inquiry, String(randomInt(100_000_000, 1_000_000_000)))
        const response = await call({ method: 'POST', path: paths[config.version], body, signal })
        if (response.status !== 200) throw refused(response)
        return readAnswer(response.json(), provider)
      },
      async test(signal) {
        // The list of payers: it needs the key and costs nothing. Its pages have 10 to 100 entries.
        const path = '/2024-04-01/payers/search?query=medicare&pageSize=10'
        const response = await call({ method: 'GET', path, signal })
        if (response.status !== 200) throw refused(response)
        return 'Stedi answered and took our key.'
      },
    }
  },
})
