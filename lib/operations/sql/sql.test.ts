import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { auditEntries } from '#db/schema/records'
import { sqlAnswerSchema } from '#lib/contracts/data/sql'
import { startRun } from '#lib/engine/commands/start-run'
import { deterministicTaskId } from '#lib/engine/model/task-id'
import { schemaNameFor } from '#lib/org-database/names'
import { stopSqlRunners } from '#lib/org-database/run-sql'
import { makeClient } from '#lib/postgres'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import {
  dropOrganizationDatabases,
  forgetLater,
  makeOrganizationDatabase,
} from '#test/harness/organization-database'
import { seedWorkflow } from '#test/harness/seed-organization'
import { builtInState } from './database-targets.ts'
import { provisionDue } from './maintain-organization-databases.ts'

const v1 = endpointsAt('/api/v1/sql')
const outsideRoute = endpointsAt('/api/v2/sql/outside-database')
const v2 = endpointsAt('/api/v2/sql')
const schemaRoute = endpointsAt('/api/v2/sql/schema')
const settingsRoute = endpointsAt('/api/v2/sql/settings')

const api = useApi()
dropOrganizationDatabases()
type More = Parameters<typeof api.send>[2]
let other: Awaited<ReturnType<typeof organizationWithKeys>>

const versions = [
  { version: 'v1', path: '/api/v1/sql', handler: v1.POST },
  { version: 'v2', path: '/api/v2/sql', handler: v2.POST },
]
async function asAdministrator(statement: string, values: unknown[]): Promise<void> {
  const client = makeClient({ connectionString: api.database.url })
  await client.connect()
  await client.query(statement, values).finally(() => void client.end())
}

const run = (query: string, params?: unknown[], more: More = {}) =>
  api.send(v2.POST, '/api/v2/sql', { body: { query, ...(params ? { params } : {}) }, ...more })

beforeAll(async () => {
  other = await organizationWithKeys()
  await makeOrganizationDatabase(api.database.url, api.organization.id, 'clinic')
  await makeOrganizationDatabase(api.database.url, other.id, 'other_clinic')
}, 60_000)
afterAll(stopSqlRunners)

describe.each(versions)('SQL $version', ({ version, path, handler }) => {
  const send = (body: unknown, more: More = {}) => api.send(handler, path, { body, ...more })

  it('answers rows as objects or arrays, as its contract says', async () => {
    const answer = await send({ query: 'select 1 as a, $1::text as b', params: ['x'] })
    expect(answer).toMatchObject({ status: 200, body: { rows: [{ a: 1, b: 'x' }], rowCount: 1 } })
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('x-request-id')).toBeTruthy()
    const arrays = await send({ query: 'select 1 as a, 2 as a', arrayMode: true })
    expect(arrays.body['rows']).toEqual([[1, 2]])
    for (const { body } of [answer, arrays])
      expect(sqlAnswerSchema.safeParse(body).success).toBe(true)
  })

  it('writes once for one Idempotency-Key', async () => {
    await send({ query: `create table once_${version} (n int)` })
    const headers = { 'idempotency-key': `once ${version}` }
    const insert = { query: `insert into once_${version} values (1) returning n` }
    const first = await send(insert, { headers })
    const second = await send(insert, { headers })
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
    const marks = [first, second].map((each) => each.headers.get('idempotent-replayed'))
    expect(marks).toEqual([null, 'true'])
    const counted = await send({ query: `select count(*)::int as n from once_${version}` })
    expect(counted.body['rows']).toEqual([{ n: 1 }])
  })

  it('answers what Postgres refuses as an error within a 200', async () => {
    const { status, body } = await send({ query: 'select nope' })
    expect(status).toBe(200)
    expect(body).toEqual({
      error: { message: 'column "nope" does not exist', code: '42703', position: 8, hint: null },
    })
    expect((await send({ query: 'select 1; select 2' })).body).toMatchObject({
      error: { code: 'statement_not_allowed' },
    })
    expect(sqlAnswerSchema.safeParse(body).success).toBe(true)
  })

  it('refuses requests in its own error body', async () => {
    const bad: [unknown, More, number][] = [
      [{}, {}, 400],
      [{ query: '  ' }, {}, 400],
      [{ query: 1 }, {}, 400],
      [{ query: 'select 1', params: 'x' }, {}, 400],
      [{ query: 'select 1', unknown: true }, {}, 400],
      [{ query: `select '${'x'.repeat(200_000)}'` }, {}, 400],
      [{ query: 'select \u0000' }, {}, 400],
      ['{', {}, 400],
      [{ query: 'select 1' }, { as: null }, 401],
      [{ query: 'select 1' }, { as: 'worker' }, 403],
      ['x'.repeat(6_000_000), {}, 413],
      ['select 1', { headers: { 'content-type': 'text/plain' } }, 415],
    ]
    for (const [body, more, status] of bad) {
      const answer = await send(body, more)
      expect(answer.status).toBe(status)
      expect(Object.keys(answer.body)).toEqual(
        version === 'v1' ? ['error'] : ['error', 'message', 'statusCode', 'details'],
      )
      expect(answer.body['error']).toEqual(expect.any(String))
    }
    expect(
      (await api.send(handler, path, { method: 'POST', body: { query: 'select 1' } })).status,
    ).toBe(200)
  })

  it('says why there is no database', async () => {
    const third = await organizationWithKeys()
    await asAdministrator(
      `insert into organization_databases (organization_id, schema_name, reader_role, status,
        reason) values ($1, 'x', $2, 'unavailable', 'No superuser.')`,
      [third.id, `${third.id}-${version}`],
    )
    const answer = await send({ query: 'select 1' }, { organization: third })
    expect(answer).toMatchObject({
      status: 503,
      body: version === 'v1' ? { error: 'No superuser.' } : { message: 'No superuser.' },
    })
    expect(answer.headers.get('retry-after')).toBe('10')
  })

  it('notes that and how SQL was run, and never what', async () => {
    await send({ query: `select 'Jane Doe' as patient` })
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(auditEntries),
    )
    const own = entries.filter(
      ({ objectKind, objectId }) => objectKind === 'database' && objectId === version,
    )
    expect(own.at(-1)).toMatchObject({
      action: 'sql.read',
      details: { kind: 'select', rowCount: 1 },
    })
    expect(JSON.stringify(own)).not.toContain('Jane Doe')
  })
})

describe('the two tables of the service', () => {
  it('show the organization’s own rows, and can be joined with its own tables', async () => {
    const { workflowId } = await seedWorkflow(api.organization.id, {
      startData: {},
      steps: [],
      settings: {},
    } as never)
    await run('create table if not exists seen (action text primary key, note text)')
    await run(`insert into seen values ('sql.read', 'somebody looked') on conflict do nothing`)
    const joined = await run(
      `select s.note, count(*) > 0 as some from audit_logs a join seen s using (action) group by 1`,
    )
    expect(joined.body['rows']).toEqual([{ note: 'somebody looked', some: true }])
    const taskId = '01890000-0000-7000-8000-000000000001'
    const runId = '01890000-0000-7000-8000-000000000002'
    await asAdministrator(
      `insert into runs (id, organization_id, workflow_id, status, trigger, start_data)
        values ($1, $2, $3, 'completed', 'api', '{}')`,
      [runId, api.organization.id, workflowId],
    )
    await asAdministrator(
      `insert into tasks (id, organization_id, run_id, key, step_id, step_type, title, effect,
        status, output)
          values ($1, $2, $3, 'a', 'a', 'transform', 'A', 'pure', 'completed', '{"n": 12345678901234567890}')`,
      [taskId, api.organization.id, runId],
    )
    const mine = await run(
      'select id, run_status, workflow_id, status, output from clinic.tasks where id = $1',
      [taskId],
    )
    expect(mine.body['rows']).toEqual([
      {
        id: taskId,
        run_status: 'completed',
        workflow_id: workflowId,
        status: 'completed',
        output: { n: expect.any(Number) },
      },
    ])
    // A run that no worker has begun with: its tasks have no rows yet.
    const definition = graph('first -> second')
    const version = {
      organizationId: api.organization.id,
      ...(await seedWorkflow(api.organization.id, definition)),
      definition,
    }
    const waiting = await inOrganization(api.organization.id, (tx) =>
      startRun(tx, {
        ...version,
        startData: {},
        trigger: 'api',
        startedBy: null,
        startedByUserId: null,
      }),
    )
    const unwritten = await run(
      'select id, key, run_status, status, attempt from tasks where run_id = $1 order by id',
      [waiting.runId],
    )
    expect(unwritten.body['rows']).toEqual([
      {
        id: deterministicTaskId(waiting.runId, 'first', 0),
        key: 'first',
        run_status: 'running',
        status: 'pending',
        attempt: 0,
      },
      {
        id: deterministicTaskId(waiting.runId, 'second', 1),
        key: 'second',
        run_status: 'running',
        status: 'waiting-dependencies',
        attempt: 0,
      },
    ])
    // The other organization: same statement, nothing.
    const theirs = await run('select id from tasks', [], { organization: other })
    expect(theirs.body['rows']).toEqual([])
    const theirAudit = await run(
      'select count(*) from audit_logs where actor_name is not null',
      [],
      { organization: other },
    )
    expect(Number((theirAudit.body['rows'] as { count: string }[])[0]?.count)).toBeLessThan(5)
  })

  it('are read-only', async () => {
    for (const [query, code] of [
      ['delete from tasks', '55000'],
      [`update audit_logs set action = 'x'`, '42501'],
      ['drop view audit_logs', '42501'],
      ['alter view tasks rename to mine', '42501'],
    ] as const)
      expect((await run(query)).body, query).toMatchObject({ error: { code } })
  })
})

describe('another organization', () => {
  it('has nothing of this one’s tables, by any name', async () => {
    await run('create table secret_plans (a int)')
    for (const query of ['select * from secret_plans', 'select * from clinic.secret_plans'])
      expect((await run(query, [], { organization: other })).body, query).toMatchObject({
        error: { code: '42P01' },
      })
    const names = await run(`select count(*) from pg_class where relname = 'secret_plans'`, [], {
      organization: other,
    })
    expect(names.body['rows']).toEqual([{ count: '0' }])
  })
})

describe('a new organization', () => {
  it('gets its database from a worker while its first call waits', async () => {
    const fresh = await organizationWithKeys()
    forgetLater(api.database.url, fresh.id)
    const [answer, again] = await Promise.all([
      run('select current_schema() as schema', [], { organization: fresh }),
      provisionDue(),
    ])
    expect(again).toBeGreaterThan(0)
    expect(answer.body['rows']).toEqual([{ schema: expect.stringMatching(/^org_/) }])
    // There is nothing left to do, also for a second worker.
    expect(await Promise.all([provisionDue(), provisionDue()])).toEqual([0, 0])
  })

  it('waits for its database where that still reads from another address', async () => {
    const moved = await organizationWithKeys()
    forgetLater(api.database.url, moved.id)
    await provisionDue()
    const state = async () => await inOrganization(moved.id, (tx) => builtInState(tx, moved.id))
    expect((await state()).status).toBe('ready')
    // As after a restore, where the server has another port than the original.
    await asAdministrator(
      `update organization_databases set address = '127.0.0.1:1/rounds' where organization_id = $1`,
      [moved.id],
    )
    expect((await state()).status).toBe('preparing')
    expect(await provisionDue()).toBe(1)
    expect((await state()).status).toBe('ready')
  })

  it('has a schema name that needs no quotes', () => {
    expect(['demo-clinic', '1st-care', 'public', 'pg-x', 'Ünï', '--'].map(schemaNameFor)).toEqual([
      'demo_clinic',
      'org_1st_care',
      'org_public',
      'org_pg_x',
      'n',
      'org_',
    ])
  })
})

describe('what the database has', () => {
  it('is listed with columns, descriptions and the two tables of the service', async () => {
    await run('create table listed (id bigint primary key, note text)')
    await run(`comment on column listed.note is 'What was said'`)
    const { status, body } = await api.send(schemaRoute.GET, '/api/v2/sql/schema')
    expect(status).toBe(200)
    expect(body).toMatchObject({ place: 'built-in', schema: 'clinic' })
    const tables = body['tables'] as { name: string; kind: string; columns: unknown[] }[]
    expect(tables.find(({ name }) => name === 'listed')).toMatchObject({
      kind: 'table',
      columns: [
        { name: 'id', type: 'bigint', nullable: false, description: null },
        { name: 'note', type: 'text', nullable: true, description: 'What was said' },
      ],
    })
    expect(tables.filter(({ kind }) => kind === 'service').map(({ name }) => name)).toEqual([
      'audit_logs',
      'tasks',
    ])
    expect((await api.send(schemaRoute.GET, '/api/v2/sql/schema', { as: 'worker' })).status).toBe(
      403,
    )
    expect((await api.send(schemaRoute.GET, '/api/v2/sql/schema?place=outside')).status).toBe(404)
  })
})

describe('a Postgres of the organization’s own', () => {
  const outside = {
    host: '127.0.0.1',
    port: 5432,
    database: 'x',
    user: 'y',
    password: 'canary-password',
  }
  it('is never an internal address', async () => {
    for (const host of [
      '127.0.0.1',
      'localhost',
      '10.0.0.1',
      '169.254.169.254',
      '::1',
      '0x7f000001',
      '2130706433',
    ]) {
      const { status, body } = await api.send(outsideRoute.PUT, '/api/v2/sql/outside-database', {
        body: { ...outside, host },
      })
      expect(status, host).toBe(400)
      expect(JSON.stringify(body)).not.toContain('canary-password')
    }
    expect((await api.send(settingsRoute.GET, '/api/v2/sql/settings')).body).toMatchObject({
      builtIn: { status: 'ready', schema: 'clinic' },
      outside: null,
    })
  })

  it('is named by owners only', async () => {
    expect(
      (
        await api.send(outsideRoute.PUT, '/api/v2/sql/outside-database', {
          body: outside,
          as: 'builder',
        })
      ).status,
    ).toBe(403)
    expect(
      (await api.send(outsideRoute.DELETE, '/api/v2/sql/outside-database', { as: 'builder' }))
        .status,
    ).toBe(403)
  })
})
