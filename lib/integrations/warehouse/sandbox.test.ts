import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { env } from '#lib/env'
import { ProcessBudget } from '#lib/process-pool/budget'
import { ProcessPool } from '#lib/process-pool/pool'
import { memoryStore } from '#test/fakes/memory-store'
import { until } from '#test/harness/until'
import { sandboxFile } from './sandbox-file.ts'
import { warehouseKind } from './sandbox-kind.ts'
import { askWarehouse, warehouseSandbox, type WarehousePool } from './sandbox.ts'

const open = (timeoutSeconds = 20, organizationId = 'one') =>
  warehouseSandbox.open({
    config: { timeoutSeconds },
    secrets: {},
    store: memoryStore(),
    organizationId,
    allowPrivate: [],
  })
const query = (
  text: string,
  { seconds = 20, signal = new AbortController().signal, organizationId = 'one' } = {},
) => open(seconds, organizationId).query(text, signal)
const failure = (text: string, options?: Parameters<typeof query>[1]) =>
  query(text, options).then(
    (rows) => ({ rows }),
    (error: unknown) => error,
  )

describe('the sandbox warehouse', () => {
  it('has the same 100,000 claims, remittances and other tables in every build', async () => {
    expect(
      await query(
        `SELECT (SELECT count(*) FROM claims) AS claims, (SELECT count(*) FROM remittances) AS remittances, (SELECT count(*) FROM patients) AS patients, (SELECT count(*) FROM payers) AS payers, (SELECT count(*) FROM providers) AS providers`,
      ),
    ).toEqual([{ claims: 100_000, remittances: 87_946, patients: 8000, payers: 8, providers: 60 }])
    expect(
      await query(
        `SELECT sum(billed_amount) AS billed, sum(allowed_amount) AS allowed FROM claims`,
      ),
    ).toEqual([{ billed: 364_709_982.6, allowed: expect.any(Number) }])
    const [orphans] = await query(
      `SELECT count(*) AS n FROM claims LEFT JOIN patients USING (patient_id) LEFT JOIN payers USING (payer_id) LEFT JOIN providers USING (provider_id) WHERE member_id IS NULL OR payer_name IS NULL OR npi IS NULL OR allowed_amount > billed_amount OR submitted_date <= service_date`,
    )
    expect(orphans).toEqual({ n: 0 })
    const [wrong] = await query(
      `SELECT count(*) AS n FROM remittances JOIN claims USING (claim_id) WHERE status = 'paid' AND paid_amount + patient_responsibility + adjustment_amount <> billed_amount OR paid_date <= submitted_date`,
    )
    expect(wrong).toEqual({ n: 0 })
  })

  it('answers numbers where nothing is lost, else text; dates and times in ISO 8601', async () => {
    const text = `SELECT 1 AS "Column", 9007199254740991 AS safe, 9007199254740993 AS wide, 12.50::DECIMAL(10,2) AS money, 123456789012345.6789::DECIMAL(30,4) AS wide_money, DATE '2024-02-29' AS day,
      TIMESTAMP '2024-01-02 03:04:05.678' AS local, TIMESTAMPTZ '2024-01-02 03:04:05+00' AS zoned, 'Infinity'::DOUBLE AS endless, true AS yes, NULL AS nothing, [1, 2] AS list, {'a': 10::BIGINT} AS struct`
    expect(await query(text)).toEqual([
      {
        Column: 1,
        safe: 9007199254740991,
        wide: '9007199254740993',
        money: 12.5,
        wide_money: '123456789012345.6789',
        day: '2024-02-29',
        local: '2024-01-02T03:04:05.678',
        zoned: '2024-01-02T03:04:05+00:00',
        endless: 'Infinity',
        yes: true,
        nothing: null,
        list: [1, 2],
        struct: { a: 10 },
      },
    ])
  })

  it('keeps the values of columns with one name, and their order', async () => {
    const [row] = await query('SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS "__proto__"')
    expect(Object.entries(row ?? {})).toEqual([
      ['a', 1],
      ['a_3', 2],
      ['a_2', 3],
      ['__proto__', 4],
    ])
  })

  it.each([
    'SHOW TABLES',
    'DESCRIBE claims',
    'EXPLAIN SELECT 1',
    'WITH c AS (SELECT 1 AS n) SELECT n FROM c;',
    'FROM payers LIMIT 1',
    'VALUES (1)',
  ])('%s reads', async (text) => {
    expect((await query(text)).length).toBeGreaterThan(0)
  })

  it.each([
    ['SELEC 1', 'Parser'],
    ['SELECT * FROM nothing_of_the_kind', 'Catalog'],
    ['SELECT nope FROM claims', 'Binder'],
    ["SELECT 'x'::INTEGER", 'Conversion'],
    ['SELECT $1', 'Invalid Input'],
    ["SELECT error('no')", 'Invalid Input'],
  ])('%s: 400 with DuckDB’s own message', async (text, code) => {
    expect(await failure(text)).toMatchObject({
      code: 'query_failed',
      statusCode: 400,
      details: { provider: 'sandbox', code, message: expect.stringContaining('Error:') },
    })
  })

  it.each([
    '',
    '-- nothing',
    'SELECT 1; SELECT 2',
    "INSERT INTO payers VALUES ('x', 'y', 'z')",
    'DELETE FROM claims',
    'UPDATE claims SET units = 0',
    'DROP TABLE claims',
    'TRUNCATE claims',
    'CREATE TABLE x AS SELECT 1',
    'CREATE TEMP TABLE x AS SELECT 1',
    'CREATE MACRO f() AS 1',
    'CREATE TYPE t AS ENUM (1)',
    'SET threads = 8',
    "SET memory_limit = '64GB'",
    'RESET threads',
    'SET VARIABLE x = 1',
    'PRAGMA enable_profiling',
    'PRAGMA disable_profiling',
    'CALL enable_logging()',
    'CHECKPOINT',
    'VACUUM',
    "ATTACH ':memory:' AS other",
    'DETACH warehouse',
    'USE memory',
    'INSTALL httpfs',
    'LOAD httpfs',
    'BEGIN',
    'COMMIT',
    'ROLLBACK',
    'PREPARE a AS SELECT 1',
    'DEALLOCATE a',
    'SELECT 1; DROP TABLE claims',
    "EXPLAIN ANALYZE INSERT INTO payers VALUES ('x', 'y', 'z')",
    'ANALYZE',
    'ALTER TABLE claims ADD COLUMN x INTEGER',
    "IMPORT DATABASE '/tmp/x'",
    'MERGE INTO payers USING payers AS p ON false WHEN NOT MATCHED THEN INSERT VALUES (1, 2, 3)',
  ])('does not write or change anything: %j', async (text) => {
    expect(await failure(text)).toMatchObject({
      statusCode: 400,
      code: expect.stringMatching(/^(invalid_request|query_failed)$/),
    })
  })

  it.each([
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_blob('/proc/self/environ')",
    "SELECT * FROM glob('/*')",
    "SELECT * FROM read_json('http://127.0.0.1:1/x')",
    "SELECT * FROM parquet_scan('s3://bucket/x')",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT getenv('HOME')",
    "COPY claims TO '/tmp/claims.csv'",
    "COPY (SELECT 1) TO '/tmp/x'",
    "EXPORT DATABASE '/tmp/x'",
    "ATTACH '/etc/passwd' AS x",
    'SELECT * FROM duckdb_secrets()',
    "SELECT * FROM query('COPY claims TO ''/tmp/x''')",
    "SELECT * FROM read_duckdb('/tmp/x.duckdb')",
    "SELECT * FROM parquet_metadata('/etc/passwd')",
    'CREATE SECRET s (TYPE s3)',
    "SELECT * FROM 'file:///etc/passwd'",
    'SELECT * FROM "/etc/hosts"',
  ])('reaches no file and no network: %s', async (text) => {
    const error = await failure(text)
    expect(error).toMatchObject({
      statusCode: 400,
      code: expect.stringMatching(/^(invalid_request|query_failed)$/),
    })
    expect(JSON.stringify((error as { details?: unknown }).details)).not.toContain('root:')
  })

  it('one query changes no settings for the next', async () => {
    await query('FROM enable_logging()')
    await query('SELECT 4711 AS private')
    expect(await query('SELECT count(*) AS n FROM duckdb_logs()')).toEqual([{ n: 0 }])
    // In any way, and even where the same statement switches it off again.
    await query(`FROM query('FROM enable_' || 'logging()')`)
    await query('SELECT 4712 AS private')
    await query(
      `SELECT * FROM enable_logging(level = 'trace', storage = 'stdout') UNION ALL SELECT * FROM disable_logging()`,
    )
    expect(
      await query(
        `SELECT (SELECT count(*) FROM duckdb_logs()) AS n, current_setting('enable_logging') AS logging, current_setting('logging_storage') AS storage`,
      ),
    ).toEqual([{ n: 0, logging: 0, storage: 'memory' }])
  })

  it('one query leaves nothing to the next in its connection', async () => {
    const drawn = async () => (await query('SELECT random() AS n'))[0]?.['n']
    await query('SELECT setseed(0.5)')
    const first = await drawn()
    await query('SELECT setseed(0.5)')
    expect(await drawn()).not.toBe(first)
  })

  it.concurrent.each([
    'SELECT count(*) FROM range(100000000000)',
    "SELECT repeat('x', 3000000000)",
    "SELECT damerau_levenshtein(repeat('a', 50000), repeat('b', 50000))",
    'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r',
  ])('is stopped when the time is over: %s', async (text) => {
    const error = await failure(text, { seconds: 0.4, organizationId: text })
    expect((error as { code?: string }).code).toMatch(/^(provider_timeout|query_failed)$/)
  })

  it('ends when its caller disconnects', async () => {
    const controller = new AbortController()
    const outcome = failure('SELECT count(*) FROM range(100000000000)', {
      signal: controller.signal,
    })
    setTimeout(() => controller.abort(new Error('gone')), 300)
    expect(await outcome).toMatchObject({ message: 'gone' })
    await expect(query('SELECT 1', { signal: controller.signal })).rejects.toThrow('gone')
  })

  it.concurrent.each([
    ['more rows than may be', 'SELECT * FROM range(10001)'],
    ['more bytes than may be', "SELECT repeat('x', 100000) FROM range(200)"],
    ['one value of many bytes', "SELECT repeat('x', 20000000)"],
  ])('%s are an error, not a cut', async (_what, text) => {
    expect(await failure(text, { organizationId: text })).toMatchObject({
      code: 'result_too_large',
      statusCode: 400,
      details: { maxRows: 10_000, maxBytes: 10 * 1024 * 1024 },
    })
  })

  it('returns results up to the limit', async () =>
    expect(await query('SELECT * FROM range(10000)')).toHaveLength(10_000))

  it('has limited memory', async () => {
    expect(await failure('SELECT list(n) FROM range(100000000) r(n)')).toMatchObject({
      code: 'query_failed',
      details: { code: 'Out of Memory' },
    })
  })

  it('answers concurrent queries', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => query(`SELECT ${index} AS n`)),
    )
    expect(answers).toEqual(Array.from({ length: 6 }, (_, index) => [{ n: index }]))
  })

  describe('the pool of its processes', () => {
    const never = new AbortController().signal
    const endless = 'SELECT count(*) FROM range(100000000000)'
    const pools: WarehousePool[] = []
    const makePool = async (more: Partial<ReturnType<typeof warehouseKind>> = {}) => {
      const { folder, file } = await sandboxFile()
      const kind = { ...warehouseKind(folder, file), ...more }
      const pool: WarehousePool = new ProcessPool(kind, new ProcessBudget(99))
      pools.push(pool)
      return pool
    }
    afterEach(async () => {
      await Promise.all(pools.splice(0).map((pool) => pool.stop()))
    })
    const asks = (pool: WarehousePool, owner: string, text: string, signal = never) =>
      askWarehouse(pool, owner, { text, seconds: 60, signal })
    const failureOf = async (asked: Promise<unknown>) => {
      return await asked.then(
        () => 'an answer',
        (error: unknown) => error,
      )
    }

    it('refuses an organization’s queries beyond its waiting limit, and no other’s', async () => {
      const pool = await makePool({ perOrganization: { waiting: 3 } })
      const over = new AbortController()
      const ask = () => failureOf(asks(pool, 'one', endless, over.signal))
      const asked = Array.from({ length: 8 }, ask)
      const refused = expect.objectContaining({ code: 'rate_limited', statusCode: 429 })
      expect(await Promise.all(asked.slice(6))).toEqual([refused, refused])
      expect(await asks(pool, 'two', 'SELECT 1 AS n')).toEqual([{ n: 1 }])
      over.abort(new Error('enough'))
      const ends = Array.from({ length: 6 }, () => new Error('enough'))
      expect(await Promise.all(asked.slice(0, 6))).toEqual(ends)
    })

    it('has a process for one organization alone, and ends it when it is idle', async () => {
      const pool = await makePool({ idleMs: 1000 })
      const look = async (owner: string) => {
        const [row] = await asks(pool, owner, 'SELECT current_connection_id() AS n')
        await until('it rests', () => pool.idlePids.length > 0)
        return Number(row?.['n'])
      }
      const first = await look('one')
      // Each has its own connection in a database that counts them: the same process.
      const second = await look('one')
      expect(second).toBeGreaterThan(first)
      expect(await look('two')).toBe(first)
      await until('all ended', () => pool.idlePids.length === 0)
    })

    it('a killed idle process, even the spare, loses no query', async () => {
      const pool = await makePool()
      await asks(pool, 'one', 'SELECT 1')
      const both = await until('it rests beside a spare', () => {
        return pool.idlePids.length === 2 ? pool.idlePids : undefined
      })
      for (const pid of both) process.kill(pid, 'SIGKILL')
      // The pool cannot know yet: its owner asks one, another organization the spare.
      expect(pool.idlePids).toEqual(both)
      const answers = ['one', 'two'].map((owner) => asks(pool, owner, 'SELECT 1 AS n'))
      expect(await Promise.all(answers)).toEqual([[{ n: 1 }], [{ n: 1 }]])
    })

    it('an aborted query ends its process, and no other', async () => {
      const pool = await makePool()
      const over = new AbortController()
      const running = asks(pool, 'one', endless, over.signal)
      const other = asks(pool, 'two', 'SELECT count(*) AS n FROM range(1000000)')
      over.abort(new Error('gone'))
      await expect(running).rejects.toThrow('gone')
      expect(await other).toEqual([{ n: 1_000_000 }])
    })

    it('a query with too much memory is refused, even if DuckDB does not count it', async () => {
      const pool = await makePool({ residentBytes: 200 * 1024 * 1024 })
      const text = "SELECT length(repeat('x', 400000000)) AS n, count(*) FROM range(100000000000)"
      const refused = { code: 'query_failed', details: { code: 'Out of Memory' } }
      expect(await failureOf(asks(pool, 'one', text))).toMatchObject(refused)
    })
  })

  it('does not keep the service alive, and ends with it', async () => {
    const script = `const { warehouseSandbox } = await import('#lib/integrations/warehouse/sandbox');
      const port = warehouseSandbox.open({ config: { timeoutSeconds: 20 } });
      console.log(JSON.stringify(await port.query('SELECT 1 AS n', new AbortController().signal)));
      const [pool] = globalThis[Symbol.for('rounds.process-pool.pools')].values();
      console.log(pool.pids[0])`
    const service = spawn(
      process.execPath,
      ['--no-warnings', '--input-type=module', '-e', script],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, DATA_DIR: env().DATA_DIR } },
    )
    const [rows, pid] = (await text(service.stdout)).trim().split('\n')
    expect(rows).toBe('[{"n":1}]')
    await until('it ended', () => {
      try {
        process.kill(Number(pid), 0)
        return undefined
      } catch {
        return true
      }
    })
  })

  it('leaves nothing beside its file', () => {
    const folder = path.join(env().DATA_DIR, 'sandbox')
    expect(existsSync(folder)).toBe(true)
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^warehouse-[0-9a-f]{12}\.duckdb$/)])
  })

  it('its test names the tables', async () =>
    expect(await open().test(new AbortController().signal)).toMatch(
      /100,000 claims\. Its tables are claims, remittances/,
    ))
})
