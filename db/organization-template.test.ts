import { randomBytes } from 'node:crypto'

import type pg from 'pg'
import { makeClient } from '#lib/postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { createTestDatabase } from '#test/harness/test-database'

import { migrate } from './migrate.ts'

let admin: pg.Client
const owner = `owner_${randomBytes(4).toString('hex')}`

beforeAll(async () => {
  admin = makeClient({
    connectionString: Object.assign(new URL(inject('templateUrl')), { pathname: '/postgres' }).href,
  })
  await admin.connect()
})
afterAll(async () => {
  await admin.query(`drop database if exists ${owner} with (force)`)
  await admin.query(`drop role if exists ${owner}`)
  await admin.end()
})

test(
  'a database whose owner is no superuser is migrated, and says why ' +
    'organizations have no database here',
  async () => {
    const password = randomBytes(12).toString('hex')
    await admin.query(`create role ${owner} login createrole createdb password '${password}'`)
    // The rights of an owner that has created these roles itself.
    for (const role of ['rounds_app', 'rounds_auth', 'rounds_engine', 'rounds_reader'])
      await admin.query(`grant ${role} to ${owner} with admin true, inherit false, set false`)
    await admin.query(`create database ${owner} owner ${owner}`)
    const url = Object.assign(new URL(inject('templateUrl')), {
      username: owner,
      password,
      pathname: `/${owner}`,
    }).href
    await migrate(url)
    const client = makeClient({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      'select template, reason from organization_database_service',
    )
    await client.end()
    expect(rows).toEqual([{ template: null, reason: expect.stringContaining('is no superuser') }])
  },
  60_000,
)

test('the template is hardened, closed and created once, however many migrate', async () => {
  const database = await createTestDatabase()
  await Promise.all([migrate(database.url), migrate(database.url)])
  const { rows } = await admin.query(
    `select datistemplate, datallowconn, datacl::text from pg_database
      where datname like 'rounds\\_template\\_%'`,
  )
  expect(rows).toEqual([
    { datistemplate: true, datallowconn: false, datacl: '{postgres=CTc/postgres}' },
  ])
  const drafts = await admin.query(
    `select from pg_database where datname like 'rounds\\_making\\_%'`,
  )
  expect(drafts.rowCount).toBe(0)
  await database.drop()
})

test('no role may connect to the database of the platform by default', async () => {
  const database = await createTestDatabase()
  await migrate(database.url)
  const name = new URL(database.url).pathname.slice(1)
  await admin.query(`create role ${owner}_nobody login`)
  const { rows } = await admin.query(
    "select has_database_privilege($1, $2, 'connect') as connect, has_database_privilege($1, " +
      "$2, 'temporary') as temporary",
    [`${owner}_nobody`, name],
  )
  await admin.query(`drop role ${owner}_nobody`)
  expect(rows).toEqual([{ connect: false, temporary: false }])
  await database.drop()
})

test('a database that was hardened in another way is hardened again', async () => {
  const database = await createTestDatabase()
  const name = `rounds_org_${randomBytes(10).toString('hex')}`
  await admin.query(`create database ${name} template template0 owner rounds_provisioner`)
  await admin.query(`comment on database ${name} is 'rounds_template_of_old'`)
  await migrate(database.url)
  const inside = makeClient({
    connectionString: Object.assign(new URL(database.url), { pathname: `/${name}` }).href,
  })
  await inside.connect()
  const { rows } = await inside.query(
    `select has_function_privilege('rounds_reader', 'pg_sleep(double precision)',
      'execute') as sleep, shobj_description(oid, 'pg_database') as note from pg_database
        where datname = $1`,
    [name],
  )
  await inside.end()
  await admin.query(`drop database ${name} with (force)`)
  expect(rows).toEqual([
    { sleep: false, note: expect.stringMatching(/^rounds_template_[0-9a-f]{12}$/) },
  ])
  await database.drop()
})
