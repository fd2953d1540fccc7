import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSnowflakeServer, type SnowflakeServer } from '#test/fakes/snowflake-server'
import { memoryStore } from '#test/fakes/memory-store'
import { warehouseSnowflake } from './snowflake.ts'
import { accountName } from './snowflake-key.ts'
import { snowflakeValue } from './snowflake-value.ts'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = (key: KeyObject, options: object = {}) =>
  key.export({ type: 'pkcs8', format: 'pem', ...options } as never) as unknown as string
let server: SnowflakeServer

beforeAll(async () => {
  server = await startSnowflakeServer({
    account: 'MYORG-PROD',
    user: 'ROUNDS',
    publicKey: keys.publicKey,
  })
})
afterAll(async () => await server.close())
beforeEach(() => {
  server.seen.length = 0
  server.instead.length = 0
  server.looksUntilDone = 0
  delete server.token
  server.statusUrl = (handle) => `/api/v2/statements/${handle}?requestId=4`
})

const open = (config: object = {}, secrets: object = { privateKey: pem(keys.privateKey) }) =>
  warehouseSnowflake.open({
    config: warehouseSnowflake.config.parse({
      account: 'myorg-prod',
      user: 'rounds',
      address: server.address,
      ...config,
    }),
    secrets,
    store: memoryStore(),
    allowPrivate: [server.host],
  })
const query = (text = 'SELECT 1', config: object = {}, signal = new AbortController().signal) =>
  open(config).query(text, signal)

describe('Snowflake', () => {
  it('is called with a token signed by the user’s key, and its values are JSON', async () => {
    server.result = {
      columns: [
        ['ID', 'fixed'],
        ['PAID', 'fixed'],
        ['DAY', 'date'],
        ['AT', 'timestamp_ntz'],
        ['OK', 'boolean'],
        ['WHO', 'text'],
        ['MORE', 'variant'],
      ].map(([name = '', type = '']) => ({ name, type })),
      partitions: [
        [['9007199254740993', '12.50', '19782', '1704164645.678000000', 'true', null, '{"a":[1]}']],
      ],
    }
    expect(
      await query('SELECT * FROM claims', {
        warehouse: 'WH',
        database: 'DB',
        schema: 'PUBLIC',
        role: 'ANALYST',
        timeoutSeconds: 30,
      }),
    ).toEqual([
      {
        ID: '9007199254740993',
        PAID: 12.5,
        DAY: '2024-02-29',
        AT: '2024-01-02T03:04:05.678',
        OK: true,
        WHO: null,
        MORE: { a: [1] },
      },
    ])
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      path: '/api/v2/statements',
      body: {
        statement: 'SELECT * FROM claims',
        timeout: 30,
        warehouse: 'WH',
        database: 'DB',
        schema: 'PUBLIC',
        role: 'ANALYST',
        parameters: { MULTI_STATEMENT_COUNT: '1' },
      },
    })
  })

  it('reads every partition, also compressed ones', async () => {
    server.result = {
      columns: [{ name: 'N', type: 'fixed' }],
      partitions: [[['1'], ['2']], [['3']], [['4'], ['5']]],
    }
    expect(await query()).toEqual([1, 2, 3, 4, 5].map((N) => ({ N })))
    expect(server.seen.map(({ query: given }) => given.get('partition'))).toEqual([null, '1', '2'])
  })

  it('waits for a query that takes longer', async () => {
    server.result = { columns: [{ name: 'N', type: 'fixed' }], partitions: [[['1']], [['2']]] }
    server.looksUntilDone = 3
    expect(await query()).toEqual([{ N: 1 }, { N: 2 }])
    expect(server.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET', 'GET'])
  })

  it('is not followed to another host', async () => {
    server.looksUntilDone = 1
    server.statusUrl = () => 'https://example.com/api/v2/statements/1'
    await expect(query()).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('another host'),
    })
    expect(server.seen).toHaveLength(1)
  })

  it('stops a query whose time is over, or whose caller disconnected', async () => {
    server.looksUntilDone = 1000
    await expect(query('SELECT 1', { timeoutSeconds: 1 })).rejects.toMatchObject({
      code: 'provider_timeout',
      statusCode: 504,
    })
    expect(server.seen.at(-1)?.path).toMatch(/\/api\/v2\/statements\/[^/]+\/cancel$/)
    server.seen.length = 0
    const controller = new AbortController()
    const outcome = query('SELECT 1', {}, controller.signal).catch((error: unknown) => error)
    setTimeout(() => controller.abort(new Error('gone')), 250)
    expect(await outcome).toMatchObject({ message: 'gone' })
    expect(server.seen.at(-1)?.path).toMatch(/\/cancel$/)
  })

  it('signs in with other tokens too, and with a key that has a passphrase', async () => {
    server.token = { type: 'PROGRAMMATIC_ACCESS_TOKEN', value: 'pat' }
    expect(
      await open({ auth: 'programmatic-access-token' }, { token: 'pat' }).query(
        'SELECT 1',
        new AbortController().signal,
      ),
    ).toHaveLength(2)
    server.token = { type: 'OAUTH', value: 'access' }
    expect(
      await open({ auth: 'oauth' }, { token: 'access' }).query(
        'SELECT 1',
        new AbortController().signal,
      ),
    ).toHaveLength(2)
    delete server.token
    const locked = pem(keys.privateKey, { cipher: 'aes-256-cbc', passphrase: 'open' })
    expect(
      await open({}, { privateKey: locked, passphrase: 'open' }).query(
        'SELECT 1',
        new AbortController().signal,
      ),
    ).toHaveLength(2)
    await expect(
      open({}, { privateKey: locked, passphrase: 'other' }).test(new AbortController().signal),
    ).rejects.toMatchObject({ message: expect.stringContaining('passphrase') })
  })

  it('says what is missing, and when the credentials are refused', async () => {
    await expect(open({}, {}).test(new AbortController().signal)).rejects.toMatchObject({
      message: expect.stringContaining('needs the private key'),
    })
    await expect(
      open({ auth: 'oauth' }, {}).test(new AbortController().signal),
    ).rejects.toMatchObject({ message: expect.stringContaining('needs the token') })
    const stranger = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
    await expect(
      open({}, { privateKey: stranger }).test(new AbortController().signal),
    ).rejects.toMatchObject({
      code: 'provider_error',
      details: { provider: 'snowflake', status: 401, code: '390144' },
    })
    await expect(
      open({}, { privateKey: 'nonsense' }).test(new AbortController().signal),
    ).rejects.toMatchObject({ code: 'provider_error' })
  })

  it.each([
    [
      422,
      {
        code: '002003',
        sqlState: '42S02',
        message: 'SQL compilation error: Object CLAIMS does not exist',
        statementHandle: '1',
      },
      'query_failed',
      {
        code: '002003',
        sqlState: '42S02',
        message: 'SQL compilation error: Object CLAIMS does not exist',
      },
    ],
    [
      422,
      {
        code: '000008',
        message: 'Actual statement count 2 did not match the desired statement count 1.',
      },
      'query_failed',
      { code: '000008' },
    ],
    [
      408,
      {
        code: '000630',
        message: 'Statement reached its statement or warehouse timeout',
        statementHandle: '1',
      },
      'provider_timeout',
      { code: '000630' },
    ],
    [
      403,
      { code: '390189', message: 'Role does not exist' },
      'provider_error',
      { status: 403, code: '390189' },
    ],
    [500, 'oops', 'provider_error', { status: 500 }],
    [200, 'garbage', 'provider_error', { status: 200 }],
    [200, { data: 1 }, 'provider_error', { status: 200 }],
  ])('%d %j is %s', async (status, body, code, details) => {
    server.instead.push({ status, body })
    await expect(query()).rejects.toMatchObject({
      code,
      details: { provider: 'snowflake', ...details },
    })
  })

  it('is called again when it is busy, for a limited time', async () => {
    server.result = { columns: [{ name: 'N', type: 'fixed' }], partitions: [[['1']]] }
    server.instead.push({ status: 429, headers: { 'retry-after': '0' } })
    expect(await query()).toEqual([{ N: 1 }])
    expect(new Set(server.seen.map(({ query: given }) => given.get('requestId'))).size).toBe(1)
    server.instead.push({ status: 429, headers: { 'retry-after': '60' } })
    await expect(query()).rejects.toMatchObject({
      code: 'provider_error',
      headers: { 'retry-after': '60' },
    })
  })

  it('never returns a part: fewer rows than announced are an error', async () => {
    const partitions = [[['1']], [['2']]]
    server.result = { columns: [{ name: 'N', type: 'fixed' }], partitions, numRows: 5 }
    await expect(query()).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('announced 5 rows and sent 2'),
    })
  })

  it('has limits', async () => {
    server.result = {
      columns: [{ name: 'N', type: 'fixed' }],
      partitions: [[['1']], [['2']]],
      numRows: 10_001,
    }
    await expect(query()).rejects.toMatchObject({ code: 'result_too_large' })
    expect(server.seen).toHaveLength(1)
    server.result = {
      columns: [{ name: 'T', type: 'text' }],
      partitions: Array.from({ length: 30 }, () => [['x'.repeat(1024 * 1024)]]),
    }
    await expect(query()).rejects.toMatchObject({ code: 'result_too_large' })
    expect(server.seen.length).toBeLessThan(15)
    server.instead.push('hang')
    await expect(query('SELECT 1', { timeoutSeconds: 1 })).rejects.toMatchObject({
      code: 'provider_timeout',
    })
  })

  it.each([
    'INSERT INTO t VALUES (1)',
    'WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a',
    '/* SELECT */ DELETE FROM t',
    '-- SELECT\nDROP TABLE t',
    'SELECT 1; DROP TABLE t',
    'CALL p()',
    '',
    ' ; ',
    "-- only words'",
    'EXPLAIN ANALYZE DELETE FROM t',
    'USE ROLE admin',
    'BEGIN',
  ])('only reads: %j', async (text) => {
    await expect(query(text)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: 'query' }] },
    })
    expect(server.seen).toEqual([])
  })

  it.each([
    "SELECT 'a;DROP TABLE t'",
    "SELECT 'it''s; x' -- ; y\n;",
    "WITH a AS (SELECT replace(x, 'a', 'b') FROM t) SELECT * FROM a",
    '(SELECT 1) UNION (SELECT 2)',
    'SELECT $$ ; DROP $$',
    'SELECT "delete; me" FROM t',
    'SHOW TABLES',
    'SELECT update FROM t',
    "SELECT 'back\\'slash; x'",
  ])('accepts statements that only read: %j', async (text) => {
    server.result = { columns: [{ name: 'N', type: 'fixed' }], partitions: [[['1']]] }
    expect(await query(text)).toEqual([{ N: 1 }])
  })

  it('its test reports version and role', async () => {
    server.result = {
      columns: [
        { name: 'version', type: 'text' },
        { name: 'role', type: 'text' },
      ],
      partitions: [[['9.30.2', 'ANALYST']]],
    }
    expect(await open().test(new AbortController().signal)).toContain('version 9.30.2')
  })
})

describe('values of jsonv2', () => {
  it.each([
    ['FIXED', '12.50', 12.5],
    ['FIXED', '9007199254740993', '9007199254740993'],
    ['FIXED', '-0.10', -0.1],
    ['REAL', '1.5e300', 1.5e300],
    ['REAL', 'NaN', 'NaN'],
    ['BOOLEAN', 'true', true],
    ['BOOLEAN', 'false', false],
    ['DATE', '19782', '2024-02-29'],
    ['DATE', '-1', '1969-12-31'],
    ['TIME', '82919.000000000', '23:01:59'],
    ['TIME', '0.500000000', '00:00:00.5'],
    ['TIMESTAMP_NTZ', '1704164645.678000000', '2024-01-02T03:04:05.678'],
    ['TIMESTAMP_NTZ', '1704164645.123456789', '2024-01-02T03:04:05.123456789'],
    ['TIMESTAMP_NTZ', '-0.500000000', '1969-12-31T23:59:59.5'],
    ['TIMESTAMP_LTZ', '1704164645.000000000', '2024-01-02T03:04:05Z'],
    ['TIMESTAMP_TZ', '1704164645.000000000 960', '2024-01-01T19:04:05-08:00'],
    ['TIMESTAMP_TZ', '1704164645.000000000 1440', '2024-01-02T03:04:05+00:00'],
    ['TIMESTAMP_TZ', '1704164645.000000000 1770', '2024-01-02T08:34:05+05:30'],
    ['BINARY', '6578616D706C65', '6578616D706C65'],
    ['ARRAY', '[1,"a"]', [1, 'a']],
    ['OBJECT', 'undefined', 'undefined'],
    ['TEXT', '12', '12'],
    ['TEXT', null, null],
    ['GEOGRAPHY', 'POINT(1 2)', 'POINT(1 2)'],
    ['DATE', 'nonsense', 'nonsense'],
    ['variant', '{"id":9007199254740993}', { id: '9007199254740993' }],
  ])('%s %j is %j', (type, cell, value) => expect(snowflakeValue(type, cell)).toEqual(value))
})

describe('accounts in tokens', () => {
  it.each([
    ['myorg-prod', 'MYORG-PROD'],
    ['xy12345.us-east-1.aws', 'XY12345'],
    ['xy12345-abc.global', 'XY12345'],
  ])('%s is %s', (account, name) => expect(accountName(account)).toBe(name))
})
