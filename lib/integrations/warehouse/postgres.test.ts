import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient } from '#lib/postgres'
import { closedPort } from '#test/fakes/closed-port'
import { memoryStore } from '#test/fakes/memory-store'
import { selfSigned } from '#test/fakes/self-signed'
import { useTestDatabase } from '#test/harness/test-database'
import { warehousePostgres } from './postgres.ts'

const database = useTestDatabase()
const servers: Server[] = []
const never = new AbortController().signal

/** Settings for the test's own database, as a role that may write. */
function target(change: Record<string, unknown> = {}) {
  const url = new URL(database.url)
  return {
    config: {
      host: url.hostname,
      port: Number(url.port),
      database: url.pathname.slice(1),
      user: decodeURIComponent(url.username),
      tls: 'off',
      ...change,
    },
    password: decodeURIComponent(url.password),
  }
}
function open(
  change: Record<string, unknown> = {},
  { password, allowed = true }: { password?: string; allowed?: boolean } = {},
) {
  const given = target(change)
  const config = warehousePostgres.config.parse(given.config) as { host: string; port: number }
  return warehousePostgres.open({
    config,
    secrets: { password: password ?? given.password },
    store: memoryStore(),
    allowPrivate: allowed ? [`${config.host}:${config.port}`] : [],
  })
}
const query = (text: string, change: Record<string, unknown> = {}, signal = never) =>
  open(change).query(text, signal)

/**
 * A server in front of the database that speaks TLS, as Postgres does (protocol, "SSL session
 * encryption").
 */
async function tlsFront({
  key,
  certificate,
}: {
  key: string
  certificate: string
}): Promise<number> {
  const { hostname, port } = new URL(database.url)
  const server = createServer((plain: Socket) => {
    plain.once('data', (request) => {
      expect(request.readInt32BE(4)).toBe(80877103)
      plain.write('S')
      const secure = new TLSSocket(plain, { isServer: true, key, cert: certificate })
      const back = connect(Number(port), hostname)
      for (const each of [secure, back, plain])
        each.on('error', () => [secure, back].forEach((other) => other.destroy()))
      secure.pipe(back).pipe(secure)
    })
  }).listen(0, 'localhost')
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  const client = makeClient({ connectionString: database.url })
  await client.connect()
  await client.query(
    'CREATE TABLE paid (id bigint primary key, amount numeric(12,2)); INSERT INTO paid VALUES (1, 12.50), (2, 0.10)',
  )
  await client.end()
})
afterAll(() => servers.forEach((server) => server.close()))

describe('a PostgreSQL warehouse', () => {
  it('answers rows whose values are JSON', async () => {
    const text = `SELECT 1::int AS "Id", 9007199254740993::bigint AS wide, amount, '2024-02-29'::date AS day, '2024-01-02 03:04:05.678'::timestamp AS local, '2024-01-02 03:04:05+02'::timestamptz AS zoned,
      true AS yes, null AS nothing, '{"a":[1]}'::jsonb AS more, '{1,null,3}'::bigint[] AS list, '{1.10,9007199254740993}'::numeric[] AS amounts, '{a,"b,c"}'::text[] AS words, 'NaN'::float8 AS odd, '\\xff'::bytea AS bytes, 1 AS a, 2 AS a, '{{t,f}}'::bool[] AS grid, 1.5::real AS half FROM paid WHERE id = 1`
    expect(await query(text)).toEqual([
      {
        Id: 1,
        wide: '9007199254740993',
        amount: 12.5,
        day: '2024-02-29',
        local: '2024-01-02T03:04:05.678',
        zoned: '2024-01-02T01:04:05+00:00',
        yes: true,
        nothing: null,
        more: { a: [1] },
        list: [1, null, 3],
        amounts: [1.1, '9007199254740993'],
        words: ['a', 'b,c'],
        odd: 'NaN',
        bytes: '\\xff',
        a: 1,
        a_2: 2,
        grid: [[true, false]],
        half: 1.5,
      },
    ])
    expect(await query('SELECT * FROM paid WHERE id > 100')).toEqual([])
  })

  it.each([
    'INSERT INTO paid VALUES (3, 1)',
    'DO $$ BEGIN DELETE FROM paid; END $$',
    "COPY paid TO '/tmp/x'",
    'COMMIT',
    'SELECT 1; DELETE FROM paid',
    "SELECT 'C:\\'; DELETE FROM paid",
    'SET TRANSACTION READ WRITE',
    '',
  ])('only reads: %j', async (text) => {
    await expect(query(text)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it.each([
    'WITH gone AS (DELETE FROM paid RETURNING *) SELECT * FROM gone',
    "SELECT query_to_xml('DELETE FROM paid', true, true, '')",
    "SELECT nextval('s')",
    "SELECT set_config('transaction_read_only', 'off', false), query_to_xml('DELETE FROM paid', true, true, '')",
  ])('even where no word shows it: %s', async (text) => {
    await expect(query(text)).rejects.toMatchObject({ code: 'query_failed', statusCode: 400 })
    expect(await query('SELECT count(*) AS n FROM paid')).toEqual([{ n: 2 }])
  })

  it('passes on Postgres’ error of a query', async () => {
    await expect(query('SELECT nope FROM paid')).rejects.toMatchObject({
      code: 'query_failed',
      details: {
        provider: 'postgres',
        code: '42703',
        message: 'column "nope" does not exist',
        position: 8,
      },
    })
    await expect(query('SELECT 1/0')).rejects.toMatchObject({
      code: 'query_failed',
      details: { code: '22012' },
    })
  })

  it('has limits', async () => {
    expect(await query('SELECT * FROM generate_series(1, 10000)')).toHaveLength(10_000)
    for (const text of [
      'SELECT * FROM generate_series(1, 10001)',
      "SELECT repeat('x', 100000) FROM generate_series(1, 200)",
      "SELECT repeat('x', 60000000)",
    ])
      await expect(query(text)).rejects.toMatchObject({ code: 'result_too_large' })
  })

  it('ends at its time limit, and when the caller disconnects', async () => {
    const started = performance.now()
    await expect(query('SELECT pg_sleep(30)', { timeoutSeconds: 1 })).rejects.toMatchObject({
      code: 'provider_timeout',
      statusCode: 504,
    })
    expect(performance.now() - started).toBeLessThan(10_000)
    const controller = new AbortController()
    const outcome = query('SELECT pg_sleep(30)', {}, controller.signal).catch(
      (error: unknown) => error,
    )
    setTimeout(() => controller.abort(new Error('gone')), 200)
    expect(await outcome).toMatchObject({ message: 'gone' })
  })

  it('does not reach internal addresses', async () => {
    for (const host of ['127.0.0.1', 'localhost', '::1', '10.0.0.1', '169.254.169.254']) {
      await expect(
        open({ host }, { allowed: false }).query('SELECT 1', never),
      ).rejects.toMatchObject({ code: 'provider_error', details: { code: 'internal_address' } })
    }
  })

  it('reports why it could not connect', async () => {
    await expect(open({ user: 'nobody' }, { password: 'x' }).test(never)).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('refused our credentials'),
      details: { code: expect.stringMatching(/^28/) },
    })
    await expect(open({ database: 'no_such' }).test(never)).rejects.toMatchObject({
      code: 'provider_error',
      details: { code: '3D000' },
    })
    await expect(open({ tls: 'verify' }).test(never)).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('no encryption'),
    })
    const [host, port] = (await closedPort()).split(':')
    await expect(open({ host, port: Number(port) }).test(never)).rejects.toMatchObject({
      code: 'provider_error',
      statusCode: 502,
    })
    await expect(open({ host: 'no-such-host.invalid' }).test(never)).rejects.toMatchObject({
      message: expect.stringContaining('host name'),
    })
  })

  it('checks the server’s certificate', async () => {
    const own = selfSigned('localhost')
    const port = await tlsFront(own)
    expect(
      await query('SELECT 1 AS n', {
        host: 'localhost',
        port,
        tls: 'verify',
        certificateAuthority: own.certificate,
      }),
    ).toEqual([{ n: 1 }])
    await expect(
      query('SELECT 1', { host: 'localhost', port, tls: 'verify' }),
    ).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('certificate'),
    })
    const other = selfSigned('warehouse.example.com')
    await expect(
      query('SELECT 1', {
        host: 'localhost',
        port: await tlsFront(other),
        tls: 'verify',
        certificateAuthority: other.certificate,
      }),
    ).rejects.toMatchObject({ details: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } })
  })

  it('its test reports version and user', async () =>
    expect(await open().test(never)).toMatch(/PostgreSQL 1\d.* we are /))
})
