import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { parseExactJson } from '#lib/domain/exact-json'
import { isWantedType, type HieRequest } from '#lib/domain/provider/hie'
import { addressField } from '../address-field.ts'
import { defineProvider } from '../provider.ts'
import { documentsOf, isInPeriod, requireBundle } from './fhir-shapes.ts'
import { maxBundleBytes, maxDocumentBytes } from './limits.ts'
import { metriportClient } from './metriport-client.ts'
import { metriportWebhooks } from './metriport-webhooks.ts'
import type { Bundle, HieDocument, HieProgress } from './port.ts'
import { readPresigned, unzipped } from './presigned.ts'

const hosts = {
  production: 'https://api.metriport.com',
  sandbox: 'https://api.sandbox.metriport.com',
}
/** A webhook says that data is ready; after this long without one, the adapter checks. */
const webhookGraceMs = 60_000

const querySchema = z.object({
  requestId: z.string().optional(),
  status: z.enum(['processing', 'completed', 'failed']),
})
const documentQuerySchema = z.object({
  download: z.object({ status: z.enum(['processing', 'completed', 'failed']) }).nullish(),
  requestId: z.string().nullish(),
})
/** The older shape of a document; newer ones are FHIR DocumentReferences. */
const plainDocumentSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  mimeType: z.string().default('application/octet-stream'),
  indexed: z.string().nullish(),
  description: z.string().nullish(),
})

const failed = (): ApiError =>
  new ApiError('provider_error', 'Metriport could not fulfil this request.', {
    provider: 'metriport',
    code: 'query_failed',
    retryable: false,
  })

/** One account of Metriport. `download` reads an address that it signed. */
type Metriport = {
  call: ReturnType<typeof metriportClient>
  download(url: string, maxBytes: number, signal: AbortSignal): ReturnType<typeof readPresigned>
  facilityId: string | undefined
  webhookKey: string | undefined
}

const patientPath = (patientId: string, rest: string) =>
  `patient/${encodeURIComponent(patientId)}/consolidated${rest}`
const filters = (request: HieRequest) => ({
  ...(request.kind === 'fhir' && request.resources?.length
    ? { resources: request.resources.join(',') }
    : {}),
  dateFrom: request.dateFrom,
  dateTo: request.dateTo,
})

async function startDocuments(
  metriport: Metriport,

  patientId: string,
  requestId: string,
  signal: AbortSignal,
): Promise<HieProgress> {
  if (!metriport.facilityId)
    throw new ApiError(
      'provider_error',
      'This connection is not complete: requests for documents need the facility id. ' +
        'An owner can add it under Connections.',
      { provider: 'metriport', code: 'incomplete', retryable: false },
    )
  const query = { patientId, facilityId: metriport.facilityId }
  const answer = await metriport.call(
    {
      method: 'POST',
      path: 'document/query',
      query,
      body: { metadata: { roundsRequestId: requestId } },
      signal,
    },
    documentQuerySchema,
  )
  return {
    status: 'processing',
    ticket: { requestId: answer.requestId ?? null },
    ...(answer.requestId ? { providerRequestId: answer.requestId } : {}),
  }
}

async function lookAtDocuments(
  metriport: Metriport,
  patientId: string,
  signal: AbortSignal,
): Promise<HieProgress> {
  const { download: state } = await metriport.call(
    {
      method: 'GET',
      path: 'document/query',
      query: { patientId, facilityId: metriport.facilityId },
      signal,
    },
    documentQuerySchema,
  )
  if (state?.status === 'failed') throw failed()
  return { status: state?.status === 'completed' ? 'ready' : 'processing' }
}

async function lookAtData(
  metriport: Metriport,

  patientId: string,
  ticket: Record<string, unknown>,
  signal: AbortSignal,
): Promise<HieProgress> {
  const { status } = await metriport.call(
    {
      method: 'GET',
      path: patientPath(patientId, `/query/${encodeURIComponent(String(ticket['requestId']))}`),
      signal,
    },
    querySchema,
  )
  if (status === 'failed') throw failed()
  if (status === 'processing') return { status: 'processing' }
  const since = typeof ticket['completedSince'] === 'number' ? ticket['completedSince'] : Date.now()
  const waitedMs = Date.now() - since
  if (!metriport.webhookKey || waitedMs >= webhookGraceMs) return { status: 'ready' }
  return {
    status: 'processing',
    ticket: { completedSince: since },
    retryAfterSeconds: Math.ceil((webhookGraceMs - waitedMs) / 1000),
  }
}

/** The webhook's address is tried first; it may have expired. */
async function fetchBundle(
  metriport: Metriport,

  request: HieRequest,
  ticket: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Bundle> {
  if (ticket['empty'] === true)
    return { resourceType: 'Bundle', type: 'collection', total: 0, entry: [] }
  if (typeof ticket['url'] === 'string') {
    const response = await metriport.download(ticket['url'], maxBundleBytes, signal)
    if (response.status === 200) {
      try {
        const stored = unzipped(response.bytes, 'metriport', maxBundleBytes)
        const bundle = parseExactJson(new TextDecoder().decode(stored))
        return requireBundle(bundle, 'metriport', response)
      } catch (error) {
        if (error instanceof ApiError) throw error
        throw new ApiError(
          'provider_error',
          'What Metriport stored is not JSON.',
          { provider: 'metriport', code: 'no_bundle' },
          { cause: error },
        )
      }
    }
  }
  return requireBundle(
    await metriport.call(
      {
        method: 'GET',
        path: patientPath(request.patientId, ''),
        query: filters(request),
        signal,
      },
      z.unknown(),
    ),
    'metriport',
  )
}

/** Requests a patient's data from the exchange. */
async function start(
  metriport: Metriport,
  request: HieRequest,
  { requestId, signal }: { requestId: string; signal: AbortSignal },
): Promise<HieProgress> {
  if (request.kind === 'documents')
    return await startDocuments(metriport, request.patientId, requestId, signal)
  const query = { ...filters(request), conversionType: 'json' }
  const answer = await metriport.call(
    {
      method: 'POST',
      path: patientPath(request.patientId, '/query'),
      query,
      body: { metadata: { roundsRequestId: requestId } },
      signal,
    },
    querySchema,
  )
  if (answer.status === 'failed') throw failed()
  return {
    status: 'processing',
    ticket: { requestId: answer.requestId ?? null },
    ...(answer.requestId ? { providerRequestId: answer.requestId } : {}),
  }
}

async function listDocuments(
  { call }: Metriport,
  request: Extract<HieRequest, { kind: 'documents' }>,
  signal: AbortSignal,
): Promise<HieDocument[]> {
  const { patientId, dateFrom, dateTo } = request
  const { documents } = await call(
    { method: 'GET', path: 'document', query: { patientId, dateFrom, dateTo }, signal },
    z.object({ documents: z.array(z.unknown()) }),
  )
  const plain = documents.flatMap((document): HieDocument[] => {
    const parsed = plainDocumentSchema.safeParse(document)
    if (!parsed.success) return []
    const { id, fileName, mimeType, indexed = null, description = null } = parsed.data
    return isWantedType(request.mimeTypes, mimeType) && isInPeriod(request, indexed)
      ? [{ id, fileName, mimeType, date: indexed, description, source: { fileName } }]
      : []
  })
  const references = documentsOf(
    documents.filter((document) => !plainDocumentSchema.safeParse(document).success),
    request,
  )
  return [
    ...plain,
    ...references.map((document) => ({
      ...document,
      source: { fileName: document.fileName },
    })),
  ]
}

async function downloadDocument(
  { call, download }: Metriport,
  { source }: HieDocument,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { url } = await call(
    {
      method: 'GET',
      path: 'document/download-url',
      query: { fileName: String(source['fileName']) },
      signal,
    },
    z.object({ url: z.string() }),
  )
  const response = await download(url, maxDocumentBytes, signal)
  if (response.status !== 200)
    throw new ApiError(
      'provider_error',
      `The document could not be downloaded (${response.status}).`,
      { provider: 'metriport', status: response.status },
    )
  return response.bytes
}

/** Source: the documentation in metriport/metriport (Medical API) and npm `@metriport/api-sdk`. */
export const hieMetriport = defineProvider({
  kind: 'hie',
  id: 'metriport',
  title: 'Metriport',
  description: 'CommonWell, Carequality and others through Metriport’s Medical API.',
  config: z.object({
    environment: z
      .enum(['production', 'sandbox'])
      .default('production')
      .meta({
        title: 'Environment',
        enumNames: ['Production', 'Sandbox'],
        description: 'Each has API keys of its own.',
      }),
    facilityId: z.string().trim().min(1).max(100).optional().meta({
      title: 'Facility id',
      description: 'The facility where patients are treated; needed for documents.',
    }),
    timeoutSeconds: z
      .int()
      .min(1)
      .max(120)
      .default(30)
      .meta({ title: 'Time limit', description: 'Seconds to wait for an answer.' }),
    baseUrl: addressField('Address', 'Only where it is not Metriport’s own.').optional(),
  }),
  secrets: z.object({
    apiKey: z.string().optional().meta({
      title: 'API key',
      description: 'From the Developers page of the Metriport dashboard.',
    }),
    webhookKey: z.string().optional().meta({
      title: 'Webhook key',
      description: 'Shown there when the webhook address was set; messages are verified with it.',
    }),
  }),
  addressFields: ['baseUrl', 'environment'],
  embedded: false,
  open({ config, secrets, allowPrivate }) {
    const base = (config.baseUrl ?? hosts[config.environment]).replace(/\/+$/, '')
    const call = metriportClient({
      base,
      apiKey: secrets.apiKey,
      timeoutSeconds: config.timeoutSeconds,
      allowPrivate,
      maxBytes: maxBundleBytes,
    })
    const download = async (url: string, maxBytes: number, signal: AbortSignal) =>
      await readPresigned(url, {
        provider: 'metriport',
        allowPrivate,
        timeoutMs: config.timeoutSeconds * 1000,
        maxBytes,
        signal,
      })
    const { facilityId } = config
    const metriport: Metriport = { call, download, facilityId, webhookKey: secrets.webhookKey }

    return {
      start: async (request, call) => await start(metriport, request, call),
      async poll(request, ticket, signal) {
        if (ticket['failed'] === true) throw failed()
        if (request.kind === 'documents')
          return ticket['downloaded'] === true
            ? { status: 'ready' }
            : await lookAtDocuments(metriport, request.patientId, signal)
        if (
          typeof ticket['url'] === 'string' ||
          ticket['empty'] === true ||
          ticket['completed'] === true
        )
          return { status: 'ready' }
        return await lookAtData(metriport, request.patientId, ticket, signal)
      },
      bundle: async (request, ticket, signal) =>
        await fetchBundle(metriport, request, ticket, signal),
      documents: async (request, _ticket, signal) =>
        await listDocuments(metriport, request, signal),
      download: async (document, signal) => await downloadDocument(metriport, document, signal),
      webhooks: metriportWebhooks(secrets.webhookKey),
      async test(signal) {
        await call(
          { method: 'GET', path: 'facility', signal },
          z.object({ facilities: z.array(z.unknown()) }),
        )
        return secrets.webhookKey
          ? 'Metriport answered and took our API key.'
          : 'Metriport answered and took our API key. ' +
              'Without a webhook key, Rounds polls for results.'
      },
    }
  },
})
