import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import type { PayerDocument } from '#lib/domain/provider/payer-document'
import { fhirClient, fhirConfigFields, fhirError, fhirSecrets } from '../fhir/client.ts'
import { isFhirId, searchPath, strict, type SearchParameter } from '../fhir/search.ts'
import type { ProviderResponse } from '../outbound/http.ts'
import { defineProvider } from '../provider.ts'
import { fhirSearch } from './fhir-search.ts'
import { largestFile, maxDocuments, tooManyDocuments, unknownDocument } from './limits.ts'
import { namedFile } from './named-file.ts'

const concept = z.object({
  text: z.string().optional(),
  coding: z
    .array(z.object({ code: z.string().optional(), display: z.string().optional() }))
    .optional(),
})
const reference = z.object({ reference: z.string().optional(), display: z.string().optional() })
const attachment = z.object({
  contentType: z.string().optional(),
  data: z.string().optional(),
  url: z.string().optional(),
  title: z.string().optional(),
})
const documentSchema = z.object({
  resourceType: z.literal('DocumentReference'),
  id: z.string(),
  identifier: z.array(z.object({ value: z.string().optional() })).optional(),
  type: concept.optional(),
  category: z.array(concept).optional(),
  subject: reference.optional(),
  custodian: reference.optional(),
  date: z.string().optional(),
  description: z.string().optional(),
  content: z.array(z.object({ attachment })).min(1),
  context: z.object({ period: z.object({ start: z.string().optional() }).optional() }).optional(),
})
const bundleSchema = z.object({
  resourceType: z.literal('Bundle'),
  entry: z.array(z.object({ resource: z.unknown() })).default([]),
  link: z.array(z.object({ relation: z.string(), url: z.string() })).default([]),
})
const binarySchema = z.object({ resourceType: z.literal('Binary'), data: z.string().default('') })

type Resource = z.output<typeof documentSchema>

/** Ends a list on a server that always names a next page. */
const maxPages = 200

const idOf = (ref: string | undefined) => ref?.split('/').at(-1)
const words = (given: z.output<typeof concept> | undefined) =>
  given?.text ?? given?.coding?.[0]?.display ?? given?.coding?.[0]?.code
const unexpected = (status: number) =>
  new ApiError('provider_error', 'The archive answered something that is no document reference.', {
    provider: 'fhir',
    status,
  })

function toDocument(resource: Resource): PayerDocument {
  const {
    id,
    identifier,
    type,
    category,
    subject,
    custodian,
    date,
    description,
    content,
    context,
  } = resource
  const file = content[0]?.attachment
  const mimeType = file?.contentType ?? 'application/octet-stream'
  const keys: [string, string | undefined][] = [
    ['DocumentType', words(type)],
    ...(category ?? []).map((each): [string, string | undefined] => ['Category', words(each)]),
    ...(identifier ?? []).map(({ value }): [string, string | undefined] => ['Identifier', value]),
    ['PatientId', idOf(subject?.reference)],
    ['PatientName', subject?.display],
    ['PayerId', idOf(custodian?.reference)],
    ['PayerName', custodian?.display],
    ['Description', description],
    ['ServiceDate', context?.period?.start?.slice(0, 10)],
    ['ReceivedDate', date?.slice(0, 10)],
  ]
  return {
    documentId: id,
    documentType: words(type) ?? null,
    fileName: namedFile(file?.title ?? description ?? id, mimeType),
    mimeType,
    receivedDate: date?.slice(0, 10) ?? null,
    keys: keys.flatMap(([Key, Value]) => (Value === undefined ? [] : [{ Key, Value }])),
  }
}

type Get = (
  path: string,
  signal: AbortSignal,
  headers?: Record<string, string>,
) => Promise<ProviderResponse>

async function resourceOf(get: Get, documentId: string, signal: AbortSignal): Promise<Resource> {
  if (!isFhirId(documentId)) throw unknownDocument('fhir')
  const response = await get(`DocumentReference/${documentId}`, signal)
  if (response.status === 404 || response.status === 410) throw unknownDocument('fhir')
  if (response.status !== 200) throw fhirError(response)
  const resource = documentSchema.safeParse(response.json())
  if (!resource.success) throw unexpected(response.status)
  return resource.data
}

async function bytesAt(
  get: Get,
  url: string,
  mimeType: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const binary = /(?:^|\/)Binary\/[^/]+$/.test(url)
  // The client refuses another host, which would receive our token.
  const response = await get(url.replace(/^\//, ''), signal, binary ? {} : { accept: mimeType })
  if (response.status === 404 || response.status === 410) throw unknownDocument('fhir')
  if (response.status !== 200) throw fhirError(response)
  if (!binary || !/json/.test(response.headers.get('content-type') ?? '')) return response.bytes
  const resource = binarySchema.safeParse(response.json())
  if (!resource.success) throw unexpected(response.status)
  return Buffer.from(resource.data.data, 'base64')
}

/**
 * Throws when the server did not search by all of `asked`; the link `self` states what it searched
 * by (R4 §3.1.1.8). A server without that link, or without a query in it, is trusted.
 */
function requireSearchedBy(asked: string[], self: string | undefined): void {
  if (self === undefined || !self.includes('?')) return
  const used = new URLSearchParams(self.slice(self.indexOf('?')))
  const ignored = asked.filter((name) => !used.has(name))
  if (ignored.length > 0)
    throw new ApiError('provider_error', `The archive cannot search by ${ignored.join(', ')}.`, {
      provider: 'fhir',
      status: 200,
      code: 'ignored_parameter',
    })
}

/** Reads the documents of all pages of a search. */
async function search(
  get: Get,
  query: readonly SearchParameter[],
  signal: AbortSignal,
): Promise<PayerDocument[]> {
  const asked = [...new Set(query.map(([name]) => name))]
  const found: PayerDocument[] = []
  let next: string | undefined = searchPath('DocumentReference', query, 200)
  for (let page = 1; next !== undefined; page++) {
    if (page > maxPages) throw tooManyDocuments()
    const response = await get(next, signal, strict)
    if (response.status !== 200) throw fhirError(response)
    const bundle = bundleSchema.safeParse(response.json())
    if (!bundle.success) throw unexpected(response.status)
    const { link, entry } = bundle.data
    const linkTo = (relation: string) => link.find((each) => each.relation === relation)?.url
    if (found.length === 0) requireSearchedBy(asked, linkTo('self'))
    for (const { resource } of entry) {
      const document = documentSchema.safeParse(resource)
      if (document.success) found.push(toDocument(document.data))
    }
    if (found.length > maxDocuments) throw tooManyDocuments()
    next = linkTo('next')
  }
  return found
}

/** Any FHIR R4 server whose documents are DocumentReference resources. */
export const payerDocsFhir = defineProvider({
  kind: 'payer-docs',
  id: 'fhir',
  title: 'FHIR R4',
  description: 'An archive with a FHIR R4 server: DocumentReference and Binary.',
  config: z.object(fhirConfigFields),
  secrets: fhirSecrets,
  addressFields: ['baseUrl', 'tokenUrl'],
  embedded: false,
  open(settings) {
    // A file may be Base64 in JSON.
    const request = fhirClient(
      { ...settings, maxBytes: Math.ceil((largestFile * 4) / 3) + 64 * 1024 },
      'system/DocumentReference.rs system/Binary.rs',
    )
    const get: Get = async (path, signal, headers = {}) =>
      await request({ method: 'GET', path, headers, signal, repeatable: true })

    return {
      async searchDocuments(criteria, signal) {
        return await search(get, fhirSearch(criteria), signal)
      },
      async fetchDocument(documentId, signal) {
        const resource = await resourceOf(get, documentId, signal)
        const { fileName, mimeType } = toDocument(resource)
        const { data, url } = resource.content[0]?.attachment ?? {}
        if (data === undefined && url === undefined) throw unknownDocument('fhir')
        return {
          fileName,
          mimeType,
          content:
            data === undefined
              ? await bytesAt(get, url ?? '', mimeType, signal)
              : Buffer.from(data, 'base64'),
        }
      },
      async test(signal) {
        const response = await get('DocumentReference?_count=1', signal)
        if (response.status !== 200) throw fhirError(response)
        return 'The FHIR server answered and took our credentials.'
      },
    }
  },
})
