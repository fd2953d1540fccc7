import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { inOrganization } from '#db/client'
import { outsideDatabases } from '#db/schema/organization-databases'
import { stopSqlRunners } from '#lib/org-database/run-sql'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import {
  dropOrganizationDatabases,
  makeOrganizationDatabase,
} from '#test/harness/organization-database'
import { selfSigned } from '#test/fakes/self-signed'
import { startTlsPostgres } from '#test/fakes/tls-postgres'

const v1 = endpointsAt('/api/v1/sql')
const outsideRoute = endpointsAt('/api/v2/sql/outside-database')
const v2 = endpointsAt('/api/v2/sql')
const schemaRoute = endpointsAt('/api/v2/sql/schema')

// Before the settings are read for the first time: the server lies on an internal address, which an
// operator allows.
const behind = new URL(inject('templateUrl'))
const server = await startTlsPostgres({ port: Number(behind.port) })
process.env['HTTP_ALLOW_PRIVATE'] = `localhost:${server.port}`

const api = useApi()
dropOrganizationDatabases()
const address = '/api/v2/sql/outside-database'
const named = (more: object = {}) => ({
  host: server.host,
  port: server.port,
  database: new URL(api.database.url).pathname.slice(1),
  user: 'postgres',
  password: decodeURIComponent(behind.password),
  ca: server.certificate,
  ...more,
})
const name = (more: object = {}) => api.send(outsideRoute.PUT, address, { body: named(more) })
const run = (handler: typeof v1.POST, query: string) =>
  api.send(handler, '/api/v1/sql', { body: { query } })

beforeAll(
  async () =>
    void (await makeOrganizationDatabase(api.database.url, api.organization.id, 'clinic')),
  60_000,
)
afterAll(async () => {
  await stopSqlRunners()
  await server.stop()
})

it('is refused when it cannot be used, and then nothing is kept', async () => {
  const bad: [object, RegExp][] = [
    [{ password: 'wrong-canary' }, /refused the user or the password/],
    [{ database: 'nothing_here' }, /no database of that name/],
    [{ ca: null }, /did not answer/],
    [{ ca: selfSigned('localhost').certificate }, /did not answer/],
  ]
  for (const [more, message] of bad) {
    const { status, body } = await name(more)
    expect({ status, message: body['message'] }).toEqual({
      status: 422,
      message: expect.stringMatching(message),
    })
    expect(JSON.stringify(body)).not.toContain('wrong-canary')
  }
  expect(
    await inOrganization(api.organization.id, (tx) => tx.select().from(outsideDatabases)),
  ).toEqual([])
  expect(server.plain()).toBe(0)
})

it('takes v1, over TLS, while v2 stays here; and can be forgotten', async () => {
  const answer = await name()
  expect(answer).toMatchObject({
    status: 200,
    body: {
      outside: { host: 'localhost', user: 'postgres', hasCa: true },
      builtIn: { status: 'ready' },
    },
  })
  expect(JSON.stringify(answer.body)).not.toContain(decodeURIComponent(behind.password))
  const [row] = await inOrganization(api.organization.id, (tx) =>
    tx.select().from(outsideDatabases),
  )
  expect(JSON.stringify(row)).not.toContain(decodeURIComponent(behind.password))

  const where = 'select current_database()::text as database'
  expect((await run(v1.POST, where)).body['rows']).toEqual([{ database: named().database }])
  expect((await run(v2.POST, where)).body['rows']).toEqual([
    { database: expect.stringMatching(/^rounds_org_/) },
  ])
  // The gate stands before it too, whatever the role there may do.
  for (const query of [
    'select 1; select 2',
    'set role postgres',
    `copy (select 1) to program 'id'`,
    `select pg_read_file('/etc/passwd')`,
    `select query_to_xml('select 1', true, true, '')`,
  ])
    expect((await run(v1.POST, query)).body, query).toMatchObject({
      error: { code: 'statement_not_allowed' },
    })
  const schema = await api.send(schemaRoute.GET, '/api/v2/sql/schema?place=outside')
  expect(schema).toMatchObject({ status: 200, body: { place: 'outside', schema: null } })

  expect((await api.send(outsideRoute.DELETE, address)).body).toMatchObject({ outside: null })
  expect((await run(v1.POST, where)).body['rows']).toEqual([
    { database: expect.stringMatching(/^rounds_org_/) },
  ])
})
