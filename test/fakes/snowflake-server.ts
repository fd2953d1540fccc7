import { once } from 'node:events'
import { createHash, createPublicKey, randomUUID, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { jwtVerify } from 'jose'

type Cells = (string | null)[][]
type Result = { columns: { name: string; type: string }[]; partitions: Cells[]; numRows?: number }
type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
type Seen = {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
  headers: IncomingMessage['headers']
}

export type SnowflakeServer = {
  address: string
  host: string
  seen: Seen[]
  /** The answers of statements; by default a version and a role. */
  result: Result
  /** How often a status check finds a statement still running. */
  looksUntilDone: number
  /** Answers the next statements by hand. */
  instead: (Answer | 'hang')[]
  statusUrl(handle: string): string
  token?: { type: string; value: string }
  close(): Promise<void>
}

/**
 * Snowflake's SQL API v2 on 127.0.0.1, as docs.snowflake.com publishes it: it checks the token's
 * signature and claims, headers and fields, and refuses what Snowflake refuses.
 */
export async function startSnowflakeServer({
  account,
  user,
  publicKey,
}: {
  account: string
  user: string
  publicKey: KeyObject
}): Promise<SnowflakeServer> {
  const fingerprint = `SHA256:${createHash('sha256')
    .update(
      createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })).export({
        type: 'spki',
        format: 'der',
      }),
    )
    .digest('base64')}`
  const statements = new Map<string, { looks: number; result: Result; cancelled: boolean }>()
  const state = {
    seen: [] as Seen[],
    result: {
      columns: [
        { name: 'version', type: 'text' },
        { name: 'role', type: 'text' },
      ],
      partitions: [[['9.30.2', 'ANALYST']]],
    } as Result,
    looksUntilDone: 0,
    instead: [] as SnowflakeServer['instead'],
    statusUrl: (handle: string) => `/api/v2/statements/${handle}?requestId=${randomUUID()}`,
  } as SnowflakeServer

  async function allowed({ headers }: Seen): Promise<boolean> {
    const [scheme, token = ''] = (headers.authorization ?? '').split(' ')
    const type = headers['x-snowflake-authorization-token-type']
    if (scheme !== 'Bearer') return false
    if (state.token) return type === state.token.type && token === state.token.value
    if (type !== 'KEYPAIR_JWT') return false
    const verified = await jwtVerify(token, publicKey, {
      algorithms: ['RS256'],
      issuer: `${account}.${user}.${fingerprint}`,
      subject: `${account}.${user}`,
      maxTokenAge: '60 minutes',
      requiredClaims: ['exp', 'iat'],
    }).catch(() => undefined)
    return (
      verified !== undefined && (verified.payload.exp ?? 0) - (verified.payload.iat ?? 0) <= 3600
    )
  }

  const ended = (handle: string, { columns, partitions, numRows }: Result): Answer => ({
    status: 200,
    body: {
      resultSetMetaData: {
        numRows: numRows ?? partitions.flat().length,
        format: 'jsonv2',
        rowType: columns.map((column) => ({
          ...column,
          scale: 0,
          precision: 38,
          nullable: true,
          length: 0,
          database: '',
          schema: '',
          table: '',
        })),
        partitionInfo: partitions.map((rows) => ({
          rowCount: rows.length,
          uncompressedSize: 1000,
          compressedSize: 100,
        })),
      },
      data: partitions[0] ?? [],
      code: '090001',
      statementStatusUrl: state.statusUrl(handle),
      sqlState: '00000',
      statementHandle: handle,
      message: 'Statement executed successfully.',
      createdOn: 1_770_000_000_000,
    },
  })
  const running = (handle: string): Answer => ({
    status: 202,
    body: {
      code: '333334',
      message:
        'Asynchronous execution in progress. Use provided query id to perform query monitoring ' +
        'and management.',
      statementHandle: handle,
      statementStatusUrl: state.statusUrl(handle),
    },
  })
  const refusal = (status: number, code: string, message: string): Answer => ({
    status,
    body: { code, message },
  })

  async function answer(request: Seen): Promise<Answer | 'hang'> {
    if (!request.headers['user-agent'])
      return refusal(400, '391903', 'User-Agent header is missing.')
    if (!request.headers.accept?.includes('application/json'))
      return refusal(406, '391902', 'Unsupported Accept header.')
    if (!(await allowed(request))) return refusal(401, '390144', 'JWT token is invalid.')
    const [, handle = '', cancel] =
      /^\/api\/v2\/statements\/([^/]+)(\/cancel)?$/.exec(request.path) ?? []
    const statement = statements.get(handle)
    if (request.method === 'POST' && cancel && statement) {
      statement.cancelled = true
      return {
        status: 200,
        body: { code: '000604', message: 'SQL execution canceled', statementHandle: handle },
      }
    }
    if (request.method === 'GET' && statement) {
      const partition = request.query.get('partition')
      if (partition !== null) {
        const data = statement.result.partitions[Number(partition)]
        return data
          ? { status: 200, body: { data }, headers: { 'content-encoding': 'gzip' } }
          : refusal(400, '391914', 'Invalid partition.')
      }
      return statement.looks-- > 1 ? running(handle) : ended(handle, statement.result)
    }
    if (request.method !== 'POST' || request.path !== '/api/v2/statements')
      return refusal(404, '391900', 'Not found.')
    if (request.headers['content-type'] !== 'application/json')
      return refusal(415, '391901', 'Unsupported Content-Type.')
    if (!/^[0-9a-f-]{36}$/.test(request.query.get('requestId') ?? ''))
      return refusal(400, '391917', 'Invalid requestId.')
    const known = [
      'statement',
      'timeout',
      'database',
      'schema',
      'warehouse',
      'role',
      'bindings',
      'parameters',
    ]
    if (
      typeof request.body['statement'] !== 'string' ||
      !Number.isInteger(request.body['timeout']) ||
      Object.keys(request.body).some((name) => !known.includes(name))
    )
      return refusal(400, '391904', 'Invalid body.')
    const canned = state.instead.shift()
    if (canned) return canned
    const id = `01b${randomUUID()}`
    statements.set(id, { looks: state.looksUntilDone, result: state.result, cancelled: false })
    return state.looksUntilDone > 0 ? running(id) : ended(id, state.result)
  }

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const url = new URL(incoming.url ?? '', 'http://localhost')
      const body = await text(incoming)
      const request: Seen = {
        method: incoming.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        body: (body ? JSON.parse(body) : {}) as Record<string, unknown>,
        headers: incoming.headers,
      }
      state.seen.push(request)
      const given = await answer(request)
      if (given === 'hang') return
      const { status, body: said, headers = {} } = given
      const bytes = typeof said === 'string' ? said : JSON.stringify(said ?? {})
      outgoing
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(headers['content-encoding'] === 'gzip' ? gzipSync(bytes) : bytes)
    })().catch((error: unknown) => outgoing.writeHead(599).end(String(error)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(state, {
    address: `http://${host}`,
    host,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
