import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltInRole } from '#lib/domain/statuses'
import { startupOptions } from '#lib/org-database/target'
import { stopSqlRunners } from '#lib/org-database/run-sql'
import { makeClient } from '#lib/postgres'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import {
  dropOrganizationDatabases,
  makeOrganizationDatabase,
} from '#test/harness/organization-database'
import { builtInPlace } from './database-targets.ts'
import { runStepStatement } from './run-step-statement.ts'

const v1 = endpointsAt('/api/v1/sql')
const audit = endpointsAt('/api/v2/audit')
const v2 = endpointsAt('/api/v2/sql')
const schema = endpointsAt('/api/v2/sql/schema')

// SQL shows the service's tables to whoever may read the same by its endpoint, and to nobody else.
const api = useApi()
dropOrganizationDatabases()
afterAll(stopSqlRunners)

const send = (handler: typeof v2.POST, query: string, as: BuiltInRole) =>
  api.send(handler, '/sql', { body: { query }, as })
const refusal = (table: string) => ({
  error: {
    message: expect.stringMatching(
      new RegExp(`^${table} is read by POST /api/v2/sql with the permission [a-z]+:[a-z-]+\\.$`),
    ) as string,
  },
})

beforeAll(async () => {
  await makeOrganizationDatabase(api.database.url, api.organization.id, 'clinic')
  // What an owner, who may read the audit trail, leaves in the organization's schema.
  const left = [
    'create view mirror as select * from audit_logs',
    'create view deep as select m.action from mirror m join tasks on false right join mirror on true',
    'create view counted as select count(*) as n from audit_logs',
    'create table own (n int)',
    'insert into own values (1)',
  ]
  for (const query of left) {
    const { body } = await send(v2.POST, query, 'owner')
    if (!('rows' in body)) throw new Error(`${query}: ${JSON.stringify(body)}`)
  }
}, 60_000)

describe('audit_logs', () => {
  it('is for owners, as by the endpoint', async () => {
    expect((await api.send(audit.GET, '/api/v2/audit', { as: 'builder' })).status).toBe(403)
    const mine = await send(v2.POST, 'select action from audit_logs limit 5', 'owner')
    expect(mine.body['rows']).toEqual(expect.arrayContaining([{ action: 'sql.written' }]))
    const viewed = await send(v2.POST, 'select action from mirror limit 1', 'owner')
    expect(viewed.body['rows']).toHaveLength(1)
  })

  it.each([
    'select * from audit_logs',
    'select count(*) from audit_logs',
    'select 1 from audit_logs limit 1',
    'select "action" from "audit_logs"',
    'select * from clinic.audit_logs',
    'select * from "clinic"."audit_logs" as "a b"',
    'select * from U&"aud\\0069t_logs"',
    'table audit_logs',
    'select * from mirror',
    'select * from deep',
    'select * from counted',
    'with a as (select * from audit_logs) select * from a',
    'with a as materialized (select * from mirror) select 1 from a',
    'select (select min(actor_name) from audit_logs)',
    'select * from own where exists (select from audit_logs)',
    'select * from own left join audit_logs on true',
    'select * from own join lateral (select * from audit_logs where own.n = 1) a on true',
    'select n::text from own union all select actor_name from audit_logs',
    `select * from audit_logs where cast(details::text as int) = 1`,
    `select * from tasks right join audit_logs on false`,
    'create table copied as select * from audit_logs',
    'create materialized view stored as select * from audit_logs',
    'insert into own select 1 from audit_logs',
    'update own set n = 2 from audit_logs',
    'delete from own using audit_logs where true',
    'merge into own using audit_logs on true when matched then delete',
    'explain analyze select * from audit_logs',
  ])('is refused to a builder: %s', async (query) => {
    const { status, body } = await send(v2.POST, query, 'builder')
    expect({ status, body }).toMatchObject({ status: 200, body: refusal('audit_logs') })
    expect((await send(v2.POST, 'select n from own', 'builder')).body['rows']).toEqual([{ n: 1 }])
  })

  it.each([
    'set role none',
    'reset role',
    'set session authorization default',
    `select set_config('role', 'none', false)`,
    'create or replace view audit_logs as select 1',
    'alter view audit_logs rename to logs',
    'drop view audit_logs',
    'select * from rounds_internal.audit_logs',
    `select * from pg_stats where tablename = 'audit_logs' and most_common_vals is null`,
  ])('is not opened by: %s', async (query) => {
    const { body } = await send(v2.POST, query, 'builder')
    expect(body['rows'] ?? []).toEqual([])
    const after = await send(v2.POST, 'select * from audit_logs', 'builder')
    expect(after.body).toMatchObject(refusal('audit_logs'))
  })

  it('is not shown by a view that a builder made, other than to owners', async () => {
    await send(v2.POST, 'create view theirs as select * from audit_logs', 'builder')
    const look = async (as: BuiltInRole) => (await send(v2.POST, 'select 1 from theirs', as)).body
    expect(await look('builder')).toMatchObject(refusal('audit_logs'))
    expect((await look('owner'))['rows']).not.toHaveLength(0)
  })

  it('is not listed to whoever may not read it', async () => {
    const names = async (as: BuiltInRole) => {
      const { body } = await api.send(schema.GET, '/api/v2/sql/schema', { as })
      return (body['tables'] as { name: string; kind: string }[])
        .filter(({ kind }) => kind === 'service')
        .map(({ name }) => name)
    }
    expect([await names('builder'), await names('owner')]).toEqual([
      ['tasks'],
      ['audit_logs', 'tasks'],
    ])
  })

  it('stays closed in the database alone, whatever a session says of itself', async () => {
    const { target } = await builtInPlace(api.organization.id, 'tasks')
    const client = makeClient({ ...target, ssl: false, options: startupOptions(target, 5000) })
    await client.connect()
    try {
      for (const statement of ['select 1', 'reset role', 'set role none', 'discard all']) {
        await client.query(statement)
        const looked = client.query('select * from clinic.audit_logs')
        await expect(looked, statement).rejects.toThrow(/permission denied|permission audit:read/)
      }
      const all = `${target.user.replace(/_tasks$/, '')}_all`
      await expect(client.query(`set role "${all}"`)).rejects.toThrow(/permission denied/)
      const become = client.query(`set session authorization "${all}"`)
      await expect(become).rejects.toThrow(/permission denied/)
    } finally {
      await client.end()
    }
  })
})

describe('tasks', () => {
  it('is for whoever may read runs', async () => {
    const { body } = await send(v2.POST, 'select count(*)::int as n from tasks', 'builder')
    expect(body['rows']).toEqual([{ n: 0 }])
  })
})

describe('v1', () => {
  it.each(['owner', 'builder'] as const)('reads neither, by an %s', async (as) => {
    for (const table of ['audit_logs', 'tasks']) {
      const { body } = await send(v1.POST, `select * from ${table}`, as)
      expect(body).toMatchObject(refusal(table))
    }
    expect((await send(v1.POST, 'select n from own', as)).body['rows']).toEqual([{ n: 1 }])
  })

  it('shares the organization’s own tables with v2, whoever made them', async () => {
    await send(v1.POST, 'create table shared (n int)', 'builder')
    for (const as of ['owner', 'builder'] as const) {
      const { body } = await send(v2.POST, 'insert into shared values (1)', as)
      expect(body).toMatchObject({ rowCount: 1 })
    }
    await send(v2.POST, 'alter table shared add column m int', 'owner')
    const { body } = await send(v1.POST, 'drop table shared', 'builder')
    expect(body['error']).toBeUndefined()
  })
})

describe('a SQL step', () => {
  const step = (query: string, database: 'built-in' | 'outside') =>
    runStepStatement(api.organization.id, {
      runId: newId(),
      query,
      params: [],
      database,
      readOnly: true,
      signal: AbortSignal.timeout(30_000),
    })

  it('reads what every member may read', async () => {
    expect(await step('select * from audit_logs', 'built-in')).toMatchObject(refusal('audit_logs'))
    expect(await step('select * from mirror', 'built-in')).toMatchObject(refusal('audit_logs'))
    expect(await step('select * from tasks', 'built-in')).toMatchObject({ rows: [] })
    expect(await step('select * from tasks', 'outside')).toMatchObject(refusal('tasks'))
  })
})
