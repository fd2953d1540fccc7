import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type SeenCall = {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingMessage['headers']
  body: unknown
}
type Answer = { status: number; body?: unknown; raw?: Uint8Array; headers?: Record<string, string> }

const apiKey = 'metriport-api-key'
const webhookKey = 'metriport-webhook-key'

/**
 * Metriport's Medical API on 127.0.0.1 as its documentation describes it, with a storage host of
 * its own for presigned addresses. It refuses what Metriport would: a wrong key, unknown
 * parameters, metadata that is no record of texts, a storage call that carries the key.
 */
export async function startMetriport() {
  const state = {
    patients: new Map<string, unknown[]>(),
    documents: [] as Record<string, unknown>[],
    contents: new Map<string, Uint8Array>(),
    /** The status answer of each started request. */
    status: 'processing' as 'processing' | 'completed' | 'failed',
    calls: [] as SeenCall[],
    storageCalls: [] as SeenCall[],
    instead: [] as { when(call: SeenCall): boolean; answer: Answer }[],
  }
  const requests = new Map<string, { requestId: string; metadata: Record<string, string> }>()
  const allowed: Record<string, string[]> = {
    'POST /patient/:id/consolidated/query': ['resources', 'dateFrom', 'dateTo', 'conversionType'],
    'GET /patient/:id/consolidated/query/:request': [],
    'GET /patient/:id/consolidated': ['resources', 'dateFrom', 'dateTo'],
    'POST /document/query': ['patientId', 'facilityId'],
    'GET /document/query': ['patientId', 'facilityId'],
    'GET /document': ['patientId', 'dateFrom', 'dateTo', 'content'],
    'GET /document/download-url': ['fileName', 'conversionType'],
    'GET /facility': [],
  }

  function metadataOf(call: SeenCall): Record<string, string> | undefined {
    const metadata = (call.body as { metadata?: unknown } | undefined)?.metadata ?? {}
    if (typeof metadata !== 'object' || metadata === null) return undefined
    const pairs = Object.entries(metadata)
    return pairs.length <= 50 &&
      pairs.every(
        ([key, value]) => key.length <= 40 && typeof value === 'string' && value.length <= 500,
      )
      ? (metadata as Record<string, string>)
      : undefined
  }
  function started(key: string, metadata: Record<string, string>): string {
    const request = requests.get(key) ?? { requestId: randomUUID(), metadata }
    requests.set(key, request)
    return request.requestId
  }
  const filtered = (patientId: string, resources: string | undefined) => {
    const wanted = resources?.split(',')
    const entry = (state.patients.get(patientId) ?? [])
      .filter(
        (resource) =>
          !wanted || wanted.includes((resource as { resourceType: string }).resourceType),
      )
      .map((resource) => ({ resource }))
    return { resourceType: 'Bundle', type: 'searchset', total: entry.length, entry }
  }

  function answer(call: SeenCall, storage: string): Answer {
    if (call.headers['x-api-key'] !== apiKey)
      return {
        status: 401,
        body: { status: 401, name: 'UnauthorizedError', title: 'Unauthorized' },
      }
    const path = call.path.replace(/^\/medical\/v1/, '')
    const parts = path.split('/').filter(Boolean)
    const shape =
      parts[0] === 'patient'
        ? ['patient', ':id', ...parts.slice(2)].map((part, index) =>
            index === 4 ? ':request' : part,
          )
        : parts
    const known = allowed[`${call.method} /${shape.join('/')}`]
    if (!known || !call.path.startsWith('/medical/v1/'))
      return { status: 404, body: { status: 404, name: 'NotFoundError' } }
    const stranger = Object.keys(call.query).find((name) => !known.includes(name))
    if (stranger)
      return {
        status: 400,
        body: { status: 400, name: 'BadRequestError', detail: `unknown parameter ${stranger}` },
      }
    const patientId =
      parts[0] === 'patient' ? decodeURIComponent(parts[1] ?? '') : call.query['patientId']
    if (patientId !== undefined && !state.patients.has(patientId))
      return {
        status: 404,
        body: { status: 404, name: 'NotFoundError', detail: 'Could not find patient' },
      }
    const metadata = metadataOf(call)
    if (
      call.method === 'POST' &&
      (!call.headers['content-type']?.startsWith('application/json') || !metadata)
    )
      return { status: 400, body: { status: 400, name: 'BadRequestError' } }
    const common = { startedAt: '2026-01-01T00:00:00Z', resources: [], conversionType: 'json' }
    const table: Record<string, () => Answer> = {
      'POST /patient/:id/consolidated/query': () =>
        call.query['conversionType'] === 'json'
          ? {
              status: 200,
              body: {
                requestId: started(`data ${patientId} ${call.query['resources']}`, metadata ?? {}),
                status: 'processing',
                ...common,
              },
            }
          : { status: 400, body: { name: 'BadRequestError' } },
      'GET /patient/:id/consolidated/query/:request': () =>
        [...requests.values()].some(({ requestId }) => requestId === parts[4])
          ? { status: 200, body: { requestId: parts[4], status: state.status, ...common } }
          : { status: 404, body: { name: 'NotFoundError' } },
      'GET /patient/:id/consolidated': () => ({
        status: 200,
        body: filtered(patientId ?? '', call.query['resources']),
      }),
      'POST /document/query': () =>
        call.query['facilityId']
          ? {
              status: 200,
              body: {
                download: { status: 'processing' },
                requestId: started(`documents ${patientId}`, metadata ?? {}),
              },
            }
          : { status: 400, body: { name: 'BadRequestError' } },
      'GET /document/query': () => ({
        status: 200,
        body: {
          download: { status: state.status, total: 2, successful: 2, errors: 0 },
          convert: { status: 'processing' },
          requestId: requests.get(`documents ${patientId}`)?.requestId,
        },
      }),
      'GET /document': () => ({ status: 200, body: { documents: state.documents } }),
      'GET /document/download-url': () =>
        state.contents.has(call.query['fileName'] ?? '')
          ? {
              status: 200,
              body: {
                url: `${storage}/documents/${encodeURIComponent(call.query['fileName'] ?? '')}?X-Amz-Signature=abc`,
              },
            }
          : { status: 404, body: { name: 'NotFoundError' } },
      'GET /facility': () => ({ status: 200, body: { facilities: [] } }),
    }
    return table[`${call.method} /${shape.join('/')}`]?.() ?? { status: 404 }
  }

  function stored(call: SeenCall): Answer {
    // A presigned address refuses what comes with credentials of its own (S3: only one
    // authorization mechanism).
    if (call.headers['x-api-key'] !== undefined || call.headers.authorization !== undefined)
      return { status: 400 }
    if (call.query['X-Amz-Signature'] !== 'abc') return { status: 403 }
    const raw = state.contents.get(decodeURIComponent(call.path.split('/').at(-1) ?? ''))
    return raw
      ? { status: 200, raw, headers: { 'content-type': 'application/octet-stream' } }
      : { status: 404 }
  }

  async function serve(respond: (call: SeenCall) => Answer, calls: SeenCall[]) {
    const server = createServer((incoming, outgoing) => {
      void (async () => {
        const url = new URL(incoming.url ?? '', 'http://x')
        const body = await text(incoming)
        const call = {
          method: incoming.method ?? '',
          path: url.pathname,
          query: Object.fromEntries(url.searchParams),
          headers: incoming.headers,
          body: body ? (JSON.parse(body) as unknown) : undefined,
        }
        calls.push(call)
        const at = state.instead.findIndex(({ when }) => when(call))
        const {
          status,
          body: json,
          raw,
          headers = {},
        } = (at < 0 ? undefined : state.instead.splice(at, 1)[0]?.answer) ?? respond(call)
        outgoing
          .writeHead(status, { ...(raw ? {} : { 'content-type': 'application/json' }), ...headers })
          .end(raw ?? JSON.stringify(json ?? {}))
      })().catch((error: unknown) => outgoing.writeHead(599).end(String(error)))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
  }

  const storage = await serve(stored, state.storageCalls)
  const main = await serve((call) => answer(call, `http://${storage.host}`), state.calls)
  /** A webhook message as it is sent: its bytes and the signature over them. */
  function signed(message: unknown, key = webhookKey) {
    const body = JSON.stringify(message)
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-metriport-signature': createHmac('sha256', key).update(body).digest('hex'),
      },
    }
  }
  return Object.assign(state, {
    apiKey,
    webhookKey,
    baseUrl: `http://${main.host}`,
    storageUrl: `http://${storage.host}`,
    hosts: [main.host, storage.host],
    requests,
    signed,
    /** The message that a patient's data is ready at the storage host. */
    dataMessage(patientId: string, file: string, meta: object = {}) {
      const attachment = {
        contentType: 'application/json',
        url: `http://${storage.host}/data/${file}?X-Amz-Signature=abc`,
      }
      const resource = {
        resourceType: 'DocumentReference',
        subject: { reference: `Patient/${patientId}` },
        content: [{ attachment }],
      }
      return {
        meta: {
          messageId: randomUUID(),
          when: '2026-01-01T00:00:00.000Z',
          type: 'medical.consolidated-data',
          ...meta,
        },
        patients: [
          {
            patientId,
            status: 'completed',
            filters: {},
            bundle: { resourceType: 'Bundle', total: 1, type: 'collection', entry: [{ resource }] },
          },
        ],
      }
    },
    async close() {
      for (const { server } of [main, storage]) {
        const closed = once(server, 'close')
        server.closeAllConnections()
        server.close()
        await closed
      }
    },
  })
}
export type MetriportServer = Awaited<ReturnType<typeof startMetriport>>
