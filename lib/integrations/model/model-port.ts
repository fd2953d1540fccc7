import { ApiError } from '#lib/domain/api-error'
import { parseExactJson } from '#lib/domain/exact-json'
import type { ModelRequest, ModelUsage } from '#lib/domain/ask/model-request'
import { providerHttp, type ProviderResponse } from '../outbound/http.ts'
import { providerRefused } from '../outbound/provider-refused.ts'
import type { AboutModel, ModelAnswer, ModelPort } from './port.ts'
import type { ModelSettings } from './settings.ts'

/** What a provider makes of a request: an address below `baseUrl`, headers, a body. */
export type ModelCall = { path: string; body: Record<string, unknown> }

/** What a provider reads in an answer of status 200. */
export type ModelReading = {
  /** The answer as text, or parsed already; undefined when there is none. */
  text?: string | undefined
  value?: unknown
  end: 'complete' | 'refused' | 'cut_off'
  usage: ModelUsage
  model: string
}

/** One provider's form of requests and answers. */
export type ModelDialect = {
  call(request: ModelRequest): ModelCall
  /** Throws, or answers undefined, for something that is no answer of this provider. */
  read(answer: unknown): ModelReading | undefined
  /** The provider's own code for a refusal. */
  codeOf(response: ProviderResponse): string | undefined
  /** Signs or names the caller. Throws for incomplete settings. */
  headers(method: 'GET' | 'POST', url: string, body: string): Record<string, string>
  test(get: Get, ask: ModelPort['ask'], signal: AbortSignal): Promise<string>
}
type Get = (path: string, signal: AbortSignal) => Promise<ProviderResponse>

const maxAnswerBytes = 4 * 1024 * 1024
const maxRequestBytes = 8 * 1024 * 1024

const sentences = {
  refused: 'The model refused to answer. Ask in another way, or use another model.',
  cut_off:
    'The answer was longer than the connection allows. ' +
    'Ask for less, or raise “Output at most” under Connections.',
  invalid_answer: 'The model answered something that is not the JSON that was asked for.',
  patient_data:
    'This connection may not get patient data: no business associate agreement with a region is ' +
    'set for it. An owner can set both under Connections; or replace names and numbers first.',
} as const

/** An error that is no refusal of HTTP; `usage` was paid. */
function failed(
  { provider }: { provider: string },
  code: keyof typeof sentences,
  usage?: ModelUsage,
): ApiError {
  return new ApiError('provider_error', sentences[code], {
    provider,
    code,
    // Another answer of the same model may be whole.
    retryable: code === 'invalid_answer',
    ...(usage ? { usage } : {}),
  })
}

/** The refusal of patient data that the connection may not get. */
export const patientDataRefused = (provider: string): ApiError =>
  failed({ provider }, 'patient_data')

function parsed(text: string | undefined): unknown {
  try {
    // Some models put the JSON between the marks of a block of code.
    return parseExactJson((text ?? '').replace(/^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/, '$1'))
  } catch {
    return undefined
  }
}

/** Reads an answer of status 200, or throws why there is none. */
function answerOf(
  settings: ModelSettings,
  dialect: ModelDialect,
  response: ProviderResponse,
): ModelAnswer {
  const reading = dialect.read(response.json())
  if (!reading) throw failed(settings, 'invalid_answer')
  const { end, usage, model, text } = reading
  if (end !== 'complete') throw failed(settings, end, usage)
  const value = reading.value ?? parsed(text)
  if (value === undefined) throw failed(settings, 'invalid_answer', usage)
  return { value, usage, model }
}

function aboutOf(settings: ModelSettings): AboutModel {
  const { provider, model, agreement, region, inputPrice, outputPrice } = settings
  const isPriced = inputPrice !== undefined && outputPrice !== undefined
  return {
    provider,
    model,
    patientData: { may: agreement && region !== '', region: region === '' ? undefined : region },
    prices: isPriced ? { input: inputPrice, output: outputPrice } : undefined,
    maxOutputTokens: settings.maxOutputTokens,
    maxInputTokens: settings.maxInputTokens,
  }
}

/**
 * The port of a model: what all providers have in common. One call is one request to the
 * connection's own host; whether it may hold patient data, its size, status, and end are checked
 * here.
 */
export function modelPort(settings: ModelSettings, dialect: ModelDialect): ModelPort {
  const { provider, baseUrl, allowPrivate, timeoutSeconds } = settings
  const http = providerHttp({
    provider,
    origin: new URL(baseUrl).origin,
    allowPrivate,
    timeoutMs: timeoutSeconds * 1000,
    maxBytes: maxAnswerBytes,
  })
  const about = aboutOf(settings)

  const get: Get = async (path, signal) => {
    const url = `${baseUrl}${path}`
    const headers = dialect.headers('GET', url, '')
    return await http({ method: 'GET', url, headers, signal, repeatable: true })
  }

  async function ask(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
    if (request.patientData === 'present' && !about.patientData.may)
      throw patientDataRefused(provider)
    const { path, body: fields } = dialect.call(request)
    const body = JSON.stringify(fields)
    if (Buffer.byteLength(body) > maxRequestBytes)
      throw new ApiError('provider_error', 'The documents are too long for one call.', {
        provider,
        code: 'too_long',
        retryable: false,
      })
    const url = `${baseUrl}${path}`
    const headers = { 'content-type': 'application/json', ...dialect.headers('POST', url, body) }
    // Each repeated call is paid for, so the engine decides about it, not the HTTP client.
    const response = await http({ method: 'POST', url, headers, body, signal, repeatable: false })
    if (response.status === 200) return answerOf(settings, dialect, response)
    throw providerRefused(provider, response, { code: dialect.codeOf(response) })
  }

  return { about, ask, test: async (signal) => await dialect.test(get, ask, signal) }
}

/** The error for a connection without its key. */
export const incomplete = (provider: string, what: string): ApiError =>
  new ApiError(
    'provider_error',
    `This connection is not complete: it needs ${what}. An owner can add it under Connections.`,
    { provider, code: 'incomplete' },
  )
