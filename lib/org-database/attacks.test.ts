import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '#lib/postgres'
import {
  dropOrganizationDatabases,
  makeOrganizationDatabase,
} from '#test/harness/organization-database'
import { seedOrganization } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { attacks } from './attack-statements.ts'
import { runSql, stopSqlRunners } from './run-sql.ts'
import type { Target } from './target.ts'
import { startupOptions } from './target.ts'

const database = useTestDatabase()
dropOrganizationDatabases()
/** Long enough for every valid statement here, short enough to wait for. */
const statementMs = 4000
let target: Target
let run: (query: string, params?: unknown[], within?: number) => Promise<Record<string, unknown>>
let before: unknown

/** The state of the server that an attack may not change. */
async function picture(): Promise<unknown> {
  const client = makeClient({ connectionString: database.url })
  await client.connect()
  const ask = async (query: string) => (await client.query(query)).rows
  const roles = await ask(
    `select rolname, rolsuper, rolcreaterole, rolconnlimit, rolconfig from pg_roles
      where rolname = '${target.user}'`,
  )
  const memberships = await ask(
    `select member::regrole::text, roleid::regrole::text from pg_auth_members
      where member = '${target.user}'::regrole`,
  )
  const databases = await ask(
    `select datacl::text from pg_database where datname = '${target.database}'`,
  )
  const large = await ask(`select count(*) from pg_largeobject_metadata`)
  await client.end()
  return { roles, memberships, databases, large }
}

beforeAll(async () => {
  const { organizationId } = await seedOrganization()
  const made = await makeOrganizationDatabase(database.url, organizationId, 'clinic')
  target = made.target
  run = async (query, params = [], within = statementMs) =>
    JSON.parse(
      (
        await runSql(
          target,
          { query, params, arrayMode: false },
          { organizationId, watchdogUrl: made.watchdogUrl, statementMs: within },
        )
      ).json,
    ) as Record<string, unknown>
  await run('create table own (id int primary key, name text)')
  await run(`insert into own values (1, 'a')`)
  before = await picture()
}, 60_000)
afterAll(stopSqlRunners)

test.each(attacks)(
  '$id is refused',
  { timeout: 30_000 },
  async ({ query, params, code, statementMs: within }) => {
    const answer = await run(query, params, within)
    expect(answer).toMatchObject({ error: { code, message: expect.any(String) } })
    // The organization's next statement finds its session unchanged.
    expect(await run('select name from own')).toMatchObject({ rows: [{ name: 'a' }] })
  },
)

test.each(attacks.filter(({ alone }) => alone !== undefined))(
  '$id is refused by the database alone',
  async ({ query, alone }) => {
    const client = makeClient({
      ...target,
      ssl: false,
      options: startupOptions(target, statementMs),
    })
    await client.connect()
    const result = await client
      .query({ text: query, queryMode: 'extended' } as pg.QueryConfig)
      .then(
        () => 'executed',
        (error: { code?: string }) => error.code,
      )
    await client.end()
    expect(result).toBe(alone)
  },
)

test('after all attacks nothing has changed', async () => {
  expect(await picture()).toEqual(before)
  expect(await run('select count(*) from own')).toMatchObject({ rows: [{ count: '1' }] })
  const tables = await run(
    `select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  )
  expect(tables['rows']).toEqual([
    { name: 'clinic.audit_logs' },
    { name: 'clinic.own' },
    { name: 'clinic.tasks' },
  ])
})
