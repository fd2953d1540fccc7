import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowedFunctions } from '#db/organization-hardening'
import { makeClient } from '#lib/postgres'
import { makeOrganizationDatabase } from '#test/harness/organization-database'
import { useOrganizationSql } from '#test/harness/organization-sql'
import { seedOrganization } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { backendMemory } from './backend-memory.ts'
import { databaseSizes } from './database-sizes.ts'
import { defaultPool } from './default-pool.ts'
import { limits } from './limits.ts'
import { runSql } from './run-sql.ts'
import { RunnerPool } from './runner-pool.ts'
import { watch } from './watchdog.ts'

const sql = useOrganizationSql()
let admin: pg.Client

/** Runs until its limit, and returns nothing. */
const endless = 'select count(*) from generate_series(1, 100000) a, generate_series(1, 1000000) b'
const sessionsOf = async (user: string) =>
  (
    await admin.query<{ pid: number; state: string }>(
      `select pid, state from pg_stat_activity where usename = $1`,
      [user],
    )
  ).rows
const active = async () =>
  (await sessionsOf(sql.target.user)).filter(({ state }) => state === 'active')

beforeAll(async () => {
  admin = makeClient({ connectionString: sql.database.url })
  await admin.connect()
  await sql.run('create table kept (id int primary key)')
})
afterAll(async () => await admin.end())

describe('time', () => {
  it('ends a statement at its limit, and the next one runs', async () => {
    const began = Date.now()
    expect((await sql.run(endless, [], { statementMs: 500 })).error).toMatchObject({
      code: '57014',
      message: expect.stringContaining('0.5 seconds'),
    })
    expect(Date.now() - began).toBeLessThan(5000)
    expect((await sql.run('select 1 as a')).rows).toEqual([{ a: 1 }])
  })

  it('is ended by the watchdog when no other limit works', async () => {
    // A session without the limit, as if an attacker had found a way to lift it.
    const client = makeClient({ ...sql.target, ssl: false })
    client.on('error', () => undefined)
    await client.connect()
    const { processID: pid } = client as unknown as { processID: number }
    const running = client.query(endless).catch((error: { code?: string }) => error.code)
    const bounds = { statementMs: 100, databaseBytes: Infinity, memoryBytes: Infinity }
    const watched = watch(sql.watchdogUrl, { target: sql.target, pid, grows: false, ...bounds })
    expect(await running).toBe('57P01')
    expect(watched.ended()).toBe('time')
    watched.release()
  })

  it('ends when its caller disconnects', async () => {
    const control = new AbortController()
    const running = sql.run(endless, [], { signal: control.signal })
    await until('it runs', async () => ((await active()).length === 1 ? true : undefined))
    control.abort()
    expect((await running).error).toBeDefined()
    await until('its session is gone', async () =>
      (await active()).length === 0 ? true : undefined,
    )
  })
})

describe('size', () => {
  it('returns ten thousand rows, and nothing for ten thousand and one', async () => {
    expect((await sql.run('select generate_series(1, 10000)')).rows).toHaveLength(10_000)
    expect((await sql.run('select generate_series(1, 10001)')).error?.code).toBe('result_too_large')
  })

  it('writes nothing when what it returns is too large', async () => {
    expect(
      (await sql.run('insert into kept select generate_series(1, 10001) returning id')).error?.code,
    ).toBe('result_too_large')
    expect((await sql.run('select count(*) from kept')).rows).toEqual([{ count: '0' }])
  })

  it('returns almost ten megabytes', async () => {
    const text = await sql.text(`select repeat('x', 10000000) as v`)
    expect(text.length).toBeGreaterThan(10_000_000)
  })

  it('needs no memory for a refused result', async () => {
    await sql.run(`select repeat('x', 250000000)`)
    const { default: fs } = await import('node:fs')
    for (const pid of defaultPool().pids) {
      const resident =
        Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) /
        1024
      expect(resident, 'MB').toBeLessThan(400)
    }
  })
})

describe('the room of the whole database', () => {
  const sizeOf = async () => {
    const size = 'select pg_database_size($1)::float8 as bytes'
    return (await admin.query<{ bytes: number }>(size, [sql.target.database])).rows[0]?.bytes ?? 0
  }
  const full = { databaseBytes: 1_000_000 }

  beforeAll(async () => {
    await sql.run('create table room (id int, text text)')
    await sql.run('create view seen as select 1 as one')
  })

  it.each([
    'insert into room values (1)',
    'with x as (insert into room values (1) returning 1) select count(*) from x',
    'explain analyze insert into room values (1)',
    'select 1 as a into room2',
    'create table room3 as select 1 as a',
    'update room set id = 2',
    `create view seen2 as select '${'x'.repeat(1000)}' as long`,
    `comment on view seen is 'long'`,
    'alter table room add column more text',
    'create index on room (id)',
    'with x as (insert into room values (1) returning 1) delete from room',
    'create sequence counted',
    'create materialized view stored as select 1 as a',
  ])('refuses growing statements when it is exhausted: %s', async (statement) => {
    expect((await sql.run(statement, [], full)).error).toMatchObject({ code: '53100' })
  })

  it('still allows statements that read or free room', async () => {
    await sql.run('insert into room values (1), (2)')
    await sql.run('create table gone as select 1 as a')
    for (const statement of [
      'select * from room',
      'explain insert into room values (1)',
      'delete from room where id = 1 returning id',
      'with x as (delete from room returning id) delete from room where id in (select id from x)',
      'truncate room',
      'drop table gone',
    ]) {
      const { error } = await sql.run(statement, [], full)
      expect([statement, error]).toEqual([statement, undefined])
    }
    // Freed room counts at once.
    expect((await sql.run('insert into room values (1)')).error).toBeUndefined()
  })

  it('counts catalogues: views and comments', async () => {
    const before = await sizeOf()
    for (let number = 0; number < 20; number++) {
      // Data that does not compress, because the catalogue compresses.
      const text = randomBytes(95_000).toString('hex')
      const made = await sql.run(`create view large_${number} as select '${text}' as text`)
      expect(made.error).toBeUndefined()
    }
    const bound = { databaseBytes: before + 500_000 }
    expect(await sizeOf()).toBeGreaterThan(bound.databaseBytes)
    // The known size may be older than the views; it is updated in the background.
    await databaseSizes.ask(sql.watchdogUrl, sql.target.database)
    const answer = async () => (await sql.run(`create view last as select 1 as a`, [], bound)).error
    expect(await answer()).toMatchObject({ code: '53100' })
  })

  it('a statement that fills it is ended while it runs', async () => {
    const bound = { databaseBytes: (await sizeOf()) + 10_000_000 }
    const filling = `insert into room select id, repeat(md5(id::text), 30)
      from (select generate_series(1, 20000000) as id) s`
    expect((await sql.run(filling, [], bound)).error).toMatchObject({ code: '53100' })
    expect((await sql.run('truncate room', [], bound)).error).toBeUndefined()
  })
})

describe('memory', () => {
  it.each([
    `select repeat('x', 1000000000)`,
    `select length(repeat('x', 1000000000))`,
    `select string_agg(md5(n::text), '') from (select generate_series(1, 100000000) as n) s`,
    `select array_agg(n) from (select generate_series(1, 100000000) as n) s`,
    `select jsonb_agg(n) from (select generate_series(1, 100000000) as n) s`,
  ])('a statement that takes too much is ended: %s', async (statement) => {
    const bound = { memoryBytes: 64 * 1024 * 1024 }
    expect((await sql.run(statement, [], bound)).error).toMatchObject({
      code: 'too_much_memory',
      message: expect.stringMatching(/64 MB|more memory than there is/) as string,
    })
    expect((await sql.run('select 1 as a')).rows).toEqual([{ a: 1 }])
  })

  // They create their whole value before Postgres checks whether the session was ended.
  it.each([
    `select length(format('%1000000000s', 'x'))`,
    `select array_length(array_fill(1::int8, array[130000000]), 1)`,
    `select length(concat_ws(repeat('x', 1000), variadic array_fill('a'::text, array[900000])))`,
  ])('a statement that the watchdog cannot end is refused the memory: %s', async (statement) => {
    const { error } = await sql.run(statement, [], { memoryBytes: Infinity })
    expect(error).toMatchObject({
      code: 'too_much_memory',
      message: 'The statement asked for more memory than there is for one.',
    })
    expect((await sql.run('select 1 as a')).rows).toEqual([{ a: 1 }])
  })

  it('a process of another name is not mistaken for a session', () => {
    expect(backendMemory(process.pid, sql.target)).toBe(0)
    expect(backendMemory(1, sql.target)).toBe(0)
  })
})

describe('the implementation of the service’s tables', () => {
  it.each([
    'explain verbose select * from tasks',
    'explain (verbose, costs off) select * from tasks',
    'explain (verbose true) select 1',
    'select 10::regrole',
    'select n::oid::regrole::text from generate_series(1, 10) n',
    `select cast('10' as pg_catalog.regrole)`,
    'create table roles (who regrole)',
    `select '{10}'::regrole[]`,
  ])('is not shown: %s', async (statement) => {
    expect((await sql.run(statement)).error?.code).toBe('statement_not_allowed')
  })

  it('and roles have no names', async () => {
    const named = await sql.run('select pg_get_userbyid(10)')
    expect(named.error?.code).toBe('42501')
  })
})

describe('transactions', () => {
  it('write all or nothing', async () => {
    await sql.run('create table twice (id int primary key, check (id < 3))')
    expect((await sql.run('insert into twice select generate_series(1, 5)')).error?.code).toBe(
      '23514',
    )
    expect((await sql.run('select count(*) from twice')).rows).toEqual([{ count: '0' }])
  })

  it('report constraints that are checked at the end', async () => {
    await sql.run('create table parent (id int primary key)')
    await sql.run('create table child (parent int references parent deferrable initially deferred)')
    expect((await sql.run('insert into child values (9)')).error).toMatchObject({
      code: '23503',
      message: expect.stringContaining('Key (parent)=(9) is not present'),
    })
    expect((await sql.run('select count(*) from child')).rows).toEqual([{ count: '0' }])
  })

  it('are read-only when the caller says so', async () => {
    expect((await sql.run('insert into kept values (1)', [], { readOnly: true })).error?.code).toBe(
      '25006',
    )
    expect(
      (
        await sql.run(`with gone as (delete from kept returning 1) select count(*) from gone`, [], {
          readOnly: true,
        })
      ).error?.code,
    ).toBe('25006')
  })

  it('leave nothing behind in a session', async () => {
    await sql.run('create sequence numbers')
    expect((await sql.run(`select nextval('numbers')`)).rows).toEqual([{ nextval: '1' }])
    expect((await sql.run('select lastval()')).error?.code).toBe('55000')
  })
})

describe('allowed objects', () => {
  it.each([
    'create table t1 (id bigint generated always as identity primary key, name text not null default $q$x$q$, at timestamptz default now(), check (length(name) < 10))',
    'create unique index t1_name on t1 (lower(name))',
    'alter table t1 add column note text, alter column note set default $q$n$q$, drop column at',
    'alter table t1 rename column note to remark',
    'create view v1 as select id, name from t1',
    'create materialized view m1 as select count(*) from t1',
    'refresh materialized view m1',
    'create table t2 as select 1 as a',
    'select 1 as a into t3',
    'insert into t1 (name) values ($q$a$q$) on conflict do nothing returning *',
    'merge into t1 using t2 on t1.id = t2.a when matched then update set name = $q$m$q$ when ' +
      'not matched then insert (name) values ($q$n$q$)',
    'with changed as (update t1 set name = $q$z$q$ returning id) select * from changed',
    'explain (analyze, format json) select * from t1 join t2 on true',
    'comment on table t1 is $q$One$q$',
    'create sequence s1',
    'alter sequence s1 restart with 5',
    `create type colour as enum ('red')`,
    `alter type colour add value 'blue'`,
    'create table parts (at date, n int) partition by range (at)',
    `create table parts_1 partition of parts for values from ('2026-01-01') to ('2027-01-01')`,
    'truncate t2',
    'drop view v1',
    'drop table t1, t2, t3, parts cascade',
    'drop type colour',
  ])('%s', async (query) => expect((await sql.run(query)).error).toBeUndefined())
})

describe('concurrent statements', () => {
  it('runs two of an organization at a time, beside those of another', async () => {
    const { organizationId } = await seedOrganization()
    const { target, watchdogUrl } = await makeOrganizationDatabase(
      sql.database.url,
      organizationId,
      'beside',
    )
    const control = new AbortController()
    let ended = 0
    const slow = [1, 2, 3].map(() =>
      sql.run(endless, [], { signal: control.signal }).finally(() => ended++),
    )
    await until('two run', async () => ((await active()).length === 2 ? true : undefined))
    await runSql(
      target,
      { query: 'select 1', params: [], arrayMode: false },
      { organizationId, watchdogUrl },
    )
    expect((await active()).length).toBe(2)
    expect(ended).toBe(0)
    control.abort()
    for (const answer of await Promise.all(slow)) expect(answer.error?.code).toBe('57014')
  })

  it('lets the next ones wait for a time, then refuses more', async () => {
    const pool = new RunnerPool(process.cwd(), { perOrganization: 1, waiting: 1, waitMs: 300 })
    const control = new AbortController()
    const { organizationId, watchdogUrl } = sql
    const run = (query: string) =>
      runSql(
        sql.target,
        { query, params: [], arrayMode: false },
        { organizationId, watchdogUrl, signal: control.signal, pool },
      )
    const slow = run(endless)
    const waits = run('select 1')
    await expect(run('select 1')).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'retry-after': '5' },
    })
    await expect(waits).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'retry-after': '5' },
    })
    control.abort()
    await slow
    const after = [run('select 1'), run('select 2')]
    control.abort()
    expect(await Promise.allSettled(after)).toMatchObject([
      { status: 'fulfilled' },
      { status: 'fulfilled' },
    ])
    await pool.stop()
  })

  it('replaces a runner that has served long enough while it goes on', async () => {
    const pool = new RunnerPool(process.cwd())
    const { organizationId, watchdogUrl } = sql
    const run = () =>
      runSql(
        sql.target,
        { query: '-- nothing', params: [], arrayMode: false },
        { organizationId, watchdogUrl, pool },
      )
    await run()
    const [first] = pool.pids
    for (let count = 0; count < limits.statementsPerRunner; count++) await run()
    await until('another serves', async () =>
      (await run(), pool.pids.includes(first ?? 0)) ? undefined : true,
    )
    expect(pool.pids).toHaveLength(1)
    await pool.stop()
  })

  it('survives its runners', async () => {
    await until('nothing runs', async () => ((await active()).length === 0 ? true : undefined))
    const running = sql.run(endless)
    running.catch(() => undefined)
    await until('it runs', async () => ((await active()).length === 1 ? true : undefined))
    for (const pid of defaultPool().pids) process.kill(pid, 'SIGKILL')
    await expect(running).rejects.toMatchObject({ code: 'unavailable', details: { begun: true } })
    expect((await sql.run('select 1 as a')).rows).toEqual([{ a: 1 }])
    // The caller has disconnected: the backend notices within a second.
    await until('the lost statement ends', async () =>
      (await active()).length === 0 ? true : undefined,
    )
  })
})

describe('the catalogue', () => {
  it('leaves only the reviewed volatile or pg_… functions to every role', async () => {
    const inside = makeClient({
      connectionString: Object.assign(new URL(sql.database.url), {
        pathname: `/${sql.target.database}`,
      }).href,
    })
    await inside.connect()
    const { rows } = await inside.query<{ name: string }>(
      `
      select distinct proname as name from pg_proc p
      where pronamespace = 'pg_catalog'::regnamespace
        and (provolatile = 'v' or proname like 'pg\\_%')
          and has_function_privilege($1, p.oid, 'execute') order by 1`,
      [sql.target.user],
    )
    const hidden = await inside.query(
      `
      select distinct proname from pg_proc p
      where proname ~ '(^|_)(query|cursor|table|schema|database)_to_xml|^ts_stat|^current_setting|^set_config|^lo_|^dblink' and has_function_privilege($1, p.oid, 'execute')`,
      [sql.target.user],
    )
    const languages = await inside.query(
      `select lanname from pg_language where has_language_privilege($1, oid, 'usage')
        and lanname in ('sql', 'plpgsql')`,
      [sql.target.user],
    )
    const relations = await inside.query<{ relname: string }>(
      `select relname from pg_class c where relnamespace = 'pg_catalog'::regnamespace
        and relname ~ '^pg_(stat_|roles|database|authid|shadow|user|settings|locks|foreign|hba)'
          and has_table_privilege($1, c.oid, 'select')`,
      [sql.target.user],
    )
    await inside.end()
    expect(rows.map(({ name }) => name).filter((name) => !allowedFunctions.includes(name))).toEqual(
      [],
    )
    expect(hidden.rows).toEqual([])
    expect(languages.rows).toEqual([])
    expect(relations.rows).toEqual([])
  })

  it('gives the login role nothing but its schema', async () => {
    const { rows } = await admin.query(
      `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
        rolconnlimit > 0 as limited,
      has_database_privilege(oid, 'rounds', 'connect') as platform,
        has_database_privilege(oid, $2, 'create') as "create",
          has_database_privilege(oid, $2, 'temporary') as temporary
      from pg_roles where rolname = $1`,
      [sql.target.user, sql.target.database],
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
        limited: true,
        platform: false,
        create: false,
        temporary: false,
      },
    ])
    // Each login role may act as the organization's role, which may act as no other.
    const memberships = await admin.query(
      `select member::regrole::text, roleid::regrole::text as role, inherit_option as inherit
       from pg_auth_members where member in ($1::regrole, $2::regrole)`,
      [sql.target.user, sql.target.role],
    )
    const { user: member, role } = sql.target
    expect(memberships.rows).toEqual([{ member, role, inherit: false }])
  })

  it('lets the reader see three views and nothing else', async () => {
    const { rows } = await admin.query<{ name: string }>(
      `
      select c.relnamespace::regnamespace || '.' || c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
        and c.relkind in ('r', 'v', 'm', 'p', 'f')
        and has_schema_privilege($1, n.oid, 'usage') and has_table_privilege($1, c.oid, 'select')
          order by 1`,
      [`${sql.target.role}_reader`],
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'organization_reading.audit_logs',
      'organization_reading.own_tasks',
      'organization_reading.tasks',
    ])
  })
})
