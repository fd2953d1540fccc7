import { expect, test } from 'vitest'
import { makeClient } from '#lib/postgres'

import { createTestDatabase, useTestDatabase } from './test-database.ts'

const database = useTestDatabase()

test('each role signs in to the clone and has only its rights', async () => {
  const answers = await Promise.all(
    [database.appUrl, database.authUrl, database.engineUrl].map(async (connectionString) => {
      const client = makeClient({ connectionString })
      await client.connect()
      const { rows } = await client.query(
        'select current_user as role, rolsuper or rolbypassrls as mighty from pg_roles where rolname = current_user',
      )
      await client.end()
      return rows[0]
    }),
  )
  expect(answers).toEqual([
    { role: 'rounds_app', mighty: false },
    { role: 'rounds_auth', mighty: false },
    { role: 'rounds_engine', mighty: false },
  ])
})

test('what is written in one test database is not in another', async () => {
  const other = await createTestDatabase()
  const here = makeClient({ connectionString: database.url })
  const there = makeClient({ connectionString: other.url })
  await Promise.all([here.connect(), there.connect()])
  await here.query('create table only_here ()')
  const { rows } = await there.query(`select to_regclass('only_here') as found`)
  expect(rows).toEqual([{ found: null }])
  await Promise.all([here.end(), there.end()])
  await other.drop()
  await expect(makeClient({ connectionString: other.url }).connect()).rejects.toThrow(
    'does not exist',
  )
})
