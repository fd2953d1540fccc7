import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '#test/fakes/memory-store'
import {
  startProviderServer,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderServer,
} from '#test/fakes/provider-server'
import { warehouseDatabricks } from './databricks.ts'
import { databricksValue } from './databricks-value.ts'

type Chunk = (string | null)[][]
const never = new AbortController().signal
const names = new Set([
  'statement',
  'warehouse_id',
  'catalog',
  'schema',
  'parameters',
  'wait_timeout',
  'on_wait_timeout',
  'disposition',
  'format',
  'row_limit',
  'byte_limit',
])
let server: ProviderServer
let columns: { name: string; type_name: string }[]
let chunks: Chunk[]
let looks: number
let final: object | undefined
let truncated: boolean
let link: (chunk: number) => string

const refusal = (status: number, error_code: string): ProviderAnswer => ({
  status,
  body: { error_code, message: 'no' },
})
const chunkOf = (index: number) => ({
  chunk_index: index,
  row_offset: 0,
  row_count: chunks[index]?.length ?? 0,
  data_array: chunks[index],
  ...(index + 1 < chunks.length
    ? { next_chunk_index: index + 1, next_chunk_internal_link: link(index + 1) }
    : {}),
})
const succeeded = () => ({
  statement_id: '01ef',
  status: { state: 'SUCCEEDED' },
  manifest: {
    format: 'JSON_ARRAY',
    schema: {
      column_count: columns.length,
      columns: columns.map((column, position) => ({
        ...column,
        type_text: column.type_name,
        position,
      })),
    },
    total_row_count: chunks.flat().length,
    total_chunk_count: chunks.length,
    truncated,
  },
  result: chunkOf(0),
})

/**
 * Answers like the statement execution API at docs.databricks.com: checks credentials and fields
 * and refuses like Databricks.
 */
function answer({ method, url, headers, body, json }: ProviderCall): ProviderAnswer {
  if (method === 'POST' && url.pathname === '/oidc/v1/token') {
    const form = new URLSearchParams(body)
    if (
      headers.authorization !== `Basic ${Buffer.from('robot:secret').toString('base64')}` ||
      form.get('grant_type') !== 'client_credentials' ||
      form.get('scope') !== 'all-apis'
    )
      return { status: 401, body: { error: 'invalid_client' } }
    return { status: 200, body: { access_token: 'dapi1', token_type: 'Bearer', expires_in: 3600 } }
  }
  if (headers.authorization !== 'Bearer dapi1') return refusal(403, 'PERMISSION_DENIED')
  if (method === 'POST' && url.pathname === '/api/2.0/sql/statements') {
    const sent = json()
    if (
      Object.keys(sent).some((name) => !names.has(name)) ||
      sent['warehouse_id'] !== 'abc123' ||
      typeof sent['statement'] !== 'string'
    )
      return refusal(400, 'INVALID_PARAMETER_VALUE')
    const wait = /^(\d+)s$/.exec(String(sent['wait_timeout']))?.[1]
    if (wait === undefined || (Number(wait) !== 0 && (Number(wait) < 5 || Number(wait) > 50)))
      return refusal(400, 'INVALID_PARAMETER_VALUE')
    if (
      sent['disposition'] !== 'INLINE' ||
      sent['format'] !== 'JSON_ARRAY' ||
      sent['on_wait_timeout'] !== 'CONTINUE'
    )
      return refusal(400, 'INVALID_PARAMETER_VALUE')
  } else if (method === 'POST' && url.pathname === '/api/2.0/sql/statements/01ef/cancel')
    return { status: 200 }
  else if (
    method === 'GET' &&
    /^\/api\/2\.0\/sql\/statements\/01ef\/result\/chunks\/\d+$/.test(url.pathname)
  )
    return { status: 200, body: chunkOf(Number(url.pathname.split('/').at(-1))) }
  else if (method !== 'GET' || url.pathname !== '/api/2.0/sql/statements/01ef')
    return refusal(404, 'ENDPOINT_NOT_FOUND')
  if (looks-- > 0)
    return {
      status: 200,
      body: { statement_id: '01ef', status: { state: looks % 2 ? 'PENDING' : 'RUNNING' } },
    }
  return { status: 200, body: final ?? succeeded() }
}

beforeAll(async () => {
  server = await startProviderServer(answer)
})
afterAll(async () => await server.close())
beforeEach(() => {
  server.calls.length = 0
  server.instead.length = 0
  columns = [{ name: 'n', type_name: 'INT' }]
  chunks = [[['1']]]
  looks = 0
  final = undefined
  truncated = false
  link = (chunk) => `/api/2.0/sql/statements/01ef/result/chunks/${chunk}?row_offset=0`
})

const open = (config: object = {}, secrets: object = { token: 'dapi1' }) =>
  warehouseDatabricks.open({
    config: warehouseDatabricks.config.parse({
      address: server.baseUrl,
      warehouseId: 'abc123',
      ...config,
    }),
    secrets,
    store: memoryStore(),
    allowPrivate: [server.host],
  })
const query = (text = 'SELECT 1', config: object = {}, signal = never) =>
  open(config).query(text, signal)

describe('Databricks SQL', () => {
  it('is called by its contract, and its values are JSON', async () => {
    columns = [
      ['id', 'LONG'],
      ['amount', 'DECIMAL'],
      ['day', 'DATE'],
      ['who', 'STRING'],
      ['list', 'ARRAY'],
    ].map(([name = '', type_name = '']) => ({ name, type_name }))
    chunks = [[['9007199254740993', '12.50', '2024-02-29', null, '["a"]']]]
    expect(
      await query('SELECT * FROM claims', {
        catalog: 'main',
        schema: 'claims',
        timeoutSeconds: 90,
      }),
    ).toEqual([{ id: '9007199254740993', amount: 12.5, day: '2024-02-29', who: null, list: ['a'] }])
    expect(server.calls[0]?.json()).toEqual({
      statement: 'SELECT * FROM claims',
      warehouse_id: 'abc123',
      catalog: 'main',
      schema: 'claims',
      wait_timeout: '0s',
      on_wait_timeout: 'CONTINUE',
      disposition: 'INLINE',
      format: 'JSON_ARRAY',
      row_limit: 10_001,
    })
  })

  it('reads every chunk, and waits for longer queries', async () => {
    chunks = [[['1'], ['2']], [['3']], [['4']]]
    looks = 3
    expect(await query()).toEqual([1, 2, 3, 4].map((n) => ({ n })))
    expect(server.calls.map(({ method }) => method)).toEqual([
      'POST',
      'GET',
      'GET',
      'GET',
      'GET',
      'GET',
    ])
  })

  it('signs in as a service principal', async () => {
    expect(
      await open({ clientId: 'robot' }, { clientSecret: 'secret' }).query('SELECT 1', never),
    ).toEqual([{ n: 1 }])
    await expect(
      open({ clientId: 'robot' }, { clientSecret: 'other' }).test(never),
    ).rejects.toMatchObject({ code: 'provider_error', details: { status: 401 } })
    await expect(open({ clientId: 'robot' }, {}).test(never)).rejects.toMatchObject({
      message: expect.stringContaining('needs the client secret'),
    })
    await expect(open({}, {}).test(never)).rejects.toMatchObject({
      message: expect.stringContaining('access token'),
    })
  })

  it('is not followed to another host', async () => {
    chunks = [[['1']], [['2']]]
    link = () => 'https://example.com/chunk'
    await expect(query()).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('another host'),
    })
  })

  it('a failed query comes with HTTP 200', async () => {
    final = {
      statement_id: '01ef',
      status: {
        state: 'FAILED',
        error: { error_code: 'BAD_REQUEST', message: '[TABLE_OR_VIEW_NOT_FOUND] claims' },
        sql_state: '42P01',
      },
    }
    await expect(query()).rejects.toMatchObject({
      code: 'query_failed',
      statusCode: 400,
      details: {
        provider: 'databricks',
        code: 'BAD_REQUEST',
        message: '[TABLE_OR_VIEW_NOT_FOUND] claims',
        sqlState: '42P01',
      },
    })
    final = { statement_id: '01ef', status: { state: 'CANCELED' } }
    await expect(query()).rejects.toMatchObject({
      code: 'provider_error',
      details: { code: 'CANCELED' },
    })
  })

  it.each<[ProviderAnswer, object]>([
    [
      { status: 403, body: { error_code: 'PERMISSION_DENIED', message: 'x' } },
      { status: 403, code: 'PERMISSION_DENIED' },
    ],
    [{ status: 404, body: 'nowhere' }, { status: 404 }],
    [{ status: 429, headers: { 'retry-after': '60' } }, { status: 429 }],
    [{ status: 200, body: 'garbage' }, { status: 200 }],
    [{ status: 200, body: { statement_id: 1 } }, { status: 200 }],
  ])('%j is a provider_error', async (given, details) => {
    server.instead.push(given)
    await expect(query()).rejects.toMatchObject({
      code: 'provider_error',
      statusCode: 502,
      details: { provider: 'databricks', ...details },
    })
  })

  it('has limits', async () => {
    truncated = true
    await expect(query()).rejects.toMatchObject({ code: 'result_too_large' })
    truncated = false
    columns = [{ name: 't', type_name: 'STRING' }]
    chunks = Array.from({ length: 30 }, () => [['x'.repeat(1024 * 1024)]])
    await expect(query()).rejects.toMatchObject({ code: 'result_too_large' })
    expect(server.calls.length).toBeLessThan(15)
    await expect(query('DELETE FROM t')).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('stops a query whose time is over, or whose caller disconnected', async () => {
    looks = 1000
    const controller = new AbortController()
    const outcome = query('SELECT 1', {}, controller.signal).catch((error: unknown) => error)
    setTimeout(() => controller.abort(new Error('gone')), 250)
    expect(await outcome).toMatchObject({ message: 'gone' })
    expect(server.calls.at(-1)?.url.pathname).toBe('/api/2.0/sql/statements/01ef/cancel')
    server.instead.push('hang')
    await expect(query('SELECT 1', { timeoutSeconds: 5 })).rejects.toMatchObject({
      code: 'provider_timeout',
    })
  })

  it('is cancelled at the deadline, and reported as stopped only when that is certain', async () => {
    const posts = () => server.calls.filter(({ method }) => method === 'POST').length
    looks = Infinity
    const outcome = query('SELECT 1', { timeoutSeconds: 5 }).catch((error: unknown) => error)
    expect(await outcome).toMatchObject({ message: expect.stringContaining('was stopped') })
    expect(posts()).toBe(2)
    server.calls.length = 0
    // The statement was sent, but no id arrived for cancelling it.
    server.instead.push('hang')
    await expect(query('SELECT 1', { timeoutSeconds: 5 })).rejects.toMatchObject({
      code: 'provider_timeout',
      message: expect.stringContaining('may still be running'),
    })
  })

  it('its test reports the user', async () => {
    columns = [
      { name: 'who', type_name: 'STRING' },
      { name: 'catalog', type_name: 'STRING' },
    ]
    chunks = [[['robot@example.com', 'main']]]
    expect(await open().test(never)).toContain('we are robot@example.com, the catalog is main')
  })
})

describe('values of JSON_ARRAY', () => {
  it.each([
    ['BOOLEAN', 'true', true],
    ['DOUBLE', 'Infinity', 'Infinity'],
    ['FLOAT', '1.5', 1.5],
    ['STRUCT', '{"a":1}', { a: 1 }],
    ['MAP', 'odd', 'odd'],
    ['TIMESTAMP', '2024-01-02T03:04:05.678Z', '2024-01-02T03:04:05.678Z'],
    ['BINARY', 'eA==', 'eA=='],
    ['INT', null, null],
  ])('%s %j is %j', (type, cell, value) => expect(databricksValue(type, cell)).toEqual(value))
})
