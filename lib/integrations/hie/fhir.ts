import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { parseExactJson } from '#lib/domain/exact-json'
import type { HieRequest } from '#lib/domain/provider/hie'
import { fhirClient, fhirConfigFields, fhirError, fhirSecrets } from '../fhir/client.ts'
import {
  anyOf,
  date,
  isFhirId,
  literal,
  reference,
  searchPath,
  strict,
  type SearchParameter,
} from '../fhir/search.ts'
import type { ProviderResponse } from '../outbound/http.ts'
import { defineProvider } from '../provider.ts'
import { documentsOf, requireBundle } from './fhir-shapes.ts'
import { maxBundleBytes } from './limits.ts'
import type { Bundle, HieDocument, HieProgress } from './port.ts'

const maxPages = 500
const linkSchema = z.array(z.looseObject({ relation: z.string(), url: z.string() })).default([])
/**
 * The completed answer of a bulk export (Bulk Data Access IG): files with one resource per line.
 */
const manifestSchema = z.object({
  output: z.array(z.object({ type: z.string(), url: z.string() })),
})
const binarySchema = z.object({
  resourceType: z.literal('Binary'),
  contentType: z.string().optional(),
  data: z.base64().default(''),
})

type Get = (
  path: string,
  signal: AbortSignal,
  headers?: Record<string, string>,
) => Promise<ProviderResponse>

/** Whole seconds of `Retry-After`; for a date the default pace applies. */
function pauseOf(response: ProviderResponse): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

const noPatient = (): ApiError =>
  new ApiError('not_found', 'The FHIR server does not know this patient. Check the patient id.', {
    provider: 'fhir',
    status: 404,
  })

const tooLarge = (): ApiError =>
  new ApiError(
    'provider_error',
    `The patient’s data has more than ${maxBundleBytes / 1024 / 1024} MB. ` +
      'Ask for fewer resource types or a shorter period.',
    { provider: 'fhir', code: 'result_too_large', retryable: false },
  )

/** Merges the entries of all pages into one Bundle. The client refuses pages on another host. */
async function wholeBundle(first: Bundle, get: Get, signal: AbortSignal): Promise<Bundle> {
  const entries: unknown[] = []
  let size = 0
  let page: Bundle = first
  for (let count = 1; ; count++) {
    const entry = (page['entry'] ?? []) as unknown[]
    entries.push(...entry)
    size += JSON.stringify(entry).length
    if (size > maxBundleBytes || count > maxPages) throw tooLarge()
    const next = linkSchema
      .parse(page['link'] ?? [])
      .find(({ relation }) => relation === 'next')?.url
    if (next === undefined)
      return { resourceType: 'Bundle', type: 'collection', total: entries.length, entry: entries }
    const response = await get(next, signal)
    if (response.status !== 200) throw fhirError(response)
    page = requireBundle(response.json(), 'fhir', response)
  }
}

/**
 * The result of a finished async request: the Bundle, a Bundle around it (R5 async pattern), or a
 * manifest of NDJSON files (bulk data).
 */
async function answerOf(
  response: ProviderResponse,
  get: Get,
  signal: AbortSignal,
): Promise<Bundle> {
  const answer = response.json()
  const manifest = manifestSchema.safeParse(answer)
  if (manifest.success) {
    const entry: unknown[] = []
    let size = 0
    for (const { url } of manifest.data.output) {
      const file = await get(url, signal, { accept: 'application/fhir+ndjson' })
      if (file.status !== 200) throw fhirError(file)
      size += file.bytes.byteLength
      if (size > maxBundleBytes) throw tooLarge()
      const lines = file.text.split('\n').filter((line) => line.trim() !== '')
      for (const line of lines) entry.push({ resource: parseExactJson(line) })
    }
    return { resourceType: 'Bundle', type: 'collection', total: entry.length, entry }
  }
  const bundle = requireBundle(answer, 'fhir', response)
  if (bundle['type'] !== 'batch-response') return await wholeBundle(bundle, get, signal)
  const [inner] = (bundle['entry'] ?? []) as {
    resource?: unknown
    response?: { status?: string }
  }[]
  if (inner?.response?.status?.startsWith('404')) throw noPatient()
  return await wholeBundle(requireBundle(inner?.resource, 'fhir', response), get, signal)
}

function everything({ patientId, dateFrom, dateTo, ...request }: HieRequest): string {
  const query = new URLSearchParams({
    ...(dateFrom ? { start: dateFrom } : {}),
    ...(dateTo ? { end: dateTo } : {}),
    ...('resources' in request && request.resources?.length
      ? { _type: request.resources.join(',') }
      : {}),
    _count: '200',
  })
  return `Patient/${patientId}/$everything?${query}`
}

/** Requests a patient's data; the server answers at once, or names an address for the status. */
async function start(
  get: Get,
  base: string,
  wanted: HieRequest,
  signal: AbortSignal,
): Promise<HieProgress> {
  // An invalid id would be read as several ids, or as another path.
  if (!isFhirId(wanted.patientId)) throw noPatient()
  // Documents are searched, which has an immediate answer.
  if (wanted.kind === 'documents') return { status: 'ready', ticket: {} }
  const response = await get(everything(wanted), signal, { prefer: 'respond-async' })
  if (response.status === 404 || response.status === 410) throw noPatient()
  if (response.status === 200)
    return { status: 'ready', ticket: {}, bundle: await answerOf(response, get, signal) }
  if (response.status !== 202) throw fhirError(response)
  const statusUrl = response.headers.get('content-location')
  if (!statusUrl || !URL.canParse(statusUrl, `${base}/`))
    throw new ApiError(
      'provider_error',
      'The FHIR server took the request and named no address to ask at (Content-Location).',
      { provider: 'fhir', status: 202, retryable: false },
    )
  const address = new URL(statusUrl, `${base}/`)
  if (address.origin !== new URL(base).origin)
    throw new ApiError(
      'provider_error',
      'The FHIR server named an address on another host to ask at; it was not followed.',
      { provider: 'fhir', code: 'other_host', retryable: false },
    )
  return {
    status: 'processing',
    ticket: { statusUrl: address.href },
    retryAfterSeconds: pauseOf(response),
  }
}

async function findDocuments(
  get: Get,
  wanted: Extract<HieRequest, { kind: 'documents' }>,
  signal: AbortSignal,
): Promise<HieDocument[]> {
  const types = wanted.mimeTypes ?? []
  // The search parameter only knows whole types; a pattern such as image/* is matched here.
  const byType = types.length > 0 && !types.some((type) => type.endsWith('/*'))
  const parameters: SearchParameter[] = [
    ['patient', reference('Patient', wanted.patientId)],
    ['status', literal('current')],
  ]
  if (byType) parameters.push(['contenttype', anyOf(types.map(literal))])
  if (wanted.dateFrom) parameters.push(['date', date('ge', wanted.dateFrom)])
  if (wanted.dateTo) parameters.push(['date', date('le', wanted.dateTo)])
  const response = await get(searchPath('DocumentReference', parameters, 200), signal, strict)
  if (response.status !== 200) throw fhirError(response)
  const found = await wholeBundle(requireBundle(response.json(), 'fhir', response), get, signal)
  return documentsOf(
    ((found['entry'] ?? []) as { resource?: unknown }[]).map(({ resource }) => resource),
    wanted,
  )
}

/** The bytes of a document: in its reference, or at the address there, directly or in a Binary. */
async function download(
  get: Get,
  { source, mimeType }: HieDocument,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (typeof source['data'] === 'string') return Buffer.from(source['data'], 'base64')
  const url = String(source['url'])
  const response = await get(
    url.startsWith('http') ? url : url.replace(/^\//, ''),
    signal,
    /(^|\/)Binary\/[^/]+$/.test(url) ? {} : { accept: mimeType },
  )
  if (response.status !== 200) throw fhirError(response)
  if (!/json/.test(response.headers.get('content-type') ?? '') || /json/.test(mimeType))
    return response.bytes
  const binary = binarySchema.safeParse(response.json())
  if (!binary.success)
    throw new ApiError(
      'provider_error',
      'The FHIR server answered something that is no document.',
      { provider: 'fhir', status: response.status, code: 'no_document' },
    )
  return Buffer.from(binary.data.data, 'base64')
}

/**
 * FHIR R4: `Patient/$everything` by the async request pattern (Prefer: respond-async), and
 * DocumentReference with Binary.
 */
export const hieFhir = defineProvider({
  kind: 'hie',
  id: 'fhir',
  title: 'FHIR R4',
  description:
    'An exchange with a FHIR R4 server: Patient/$everything, answered at once or later, ' +
    'and DocumentReference.',
  config: z.object(fhirConfigFields),
  secrets: fhirSecrets,
  addressFields: ['baseUrl', 'tokenUrl'],
  embedded: false,
  open(settings) {
    const request = fhirClient(
      settings,
      'system/Patient.rs system/DocumentReference.rs system/Binary.rs system/*.rs',
    )
    const base = settings.config.baseUrl.replace(/\/+$/, '')
    /**
     * A relative reference is below the base address (R4 §2.3.0.3); the client refuses one on
     * another host before it sends any credential.
     */
    const get: Get = async (path, signal, headers = {}) =>
      await request({ method: 'GET', path, headers, signal, repeatable: true })

    return {
      start: async (wanted, { signal }) => await start(get, base, wanted, signal),
      async poll(_wanted, ticket, signal) {
        const response = await get(String(ticket['statusUrl']), signal)
        if (response.status === 202)
          return { status: 'processing', retryAfterSeconds: pauseOf(response) }
        if (response.status === 404 || response.status === 410)
          throw new ApiError(
            'provider_error',
            'The FHIR server does not know the request any more. Ask again.',
            { provider: 'fhir', status: response.status, code: 'request_gone', retryable: false },
          )
        if (response.status !== 200) throw fhirError(response)
        return { status: 'ready', bundle: await answerOf(response, get, signal) }
      },
      async bundle(wanted, _ticket, signal) {
        const response = await get(everything(wanted), signal)
        if (response.status !== 200) throw fhirError(response)
        return await answerOf(response, get, signal)
      },
      documents: async (wanted, _ticket, signal) => await findDocuments(get, wanted, signal),
      download: async (document, signal) => await download(get, document, signal),
      async test(signal) {
        const response = await get('Patient?_count=1', signal)
        if (response.status !== 200) throw fhirError(response)
        return 'The FHIR server answered and took our credentials.'
      },
    }
  },
})
