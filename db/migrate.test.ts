import { spawnSync } from 'node:child_process'

import pg from 'pg'
import { makeClient } from '#lib/postgres'
import { expect, inject, test, vi } from 'vitest'

import { createTestDatabase } from '#test/harness/test-database'

import { migrate } from './migrate.ts'

test('several machines may migrate one database at the same time', async () => {
  const database = await createTestDatabase()
  await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)])
  const client = makeClient({ connectionString: database.engineUrl })
  await client.connect()
  const { rows } = await client.query(
    `select nspowner::regrole::text as owner from pg_namespace where nspname = 'graphile_worker'`,
  )
  expect(rows).toEqual([{ owner: 'rounds_engine' }])
  await client.end()
  await database.drop()
})

test('another secret key is refused before it can lock out other processes', async () => {
  const database = await createTestDatabase()
  const script = `import { migrate } from '#db/migrate'
    await migrate(process.argv[1]).catch((error) => process.stdout.write(error.name + ': ' + error.message))`
  const { stdout } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script, database.url],
    {
      encoding: 'utf8',
      env: { ...process.env, SECRET_KEY: 'another-secret-key-of-enough-characters' },
    },
  )
  expect(stdout).toContain('SettingsError: This database was made with another SECRET_KEY.')
  const client = makeClient({ connectionString: database.appUrl })
  await client.connect()
  await client.end()
  await database.drop()
})

test('an unreachable server and a wrong password are each reported in one sentence', async () => {
  const url = new URL(inject('templateUrl'))
  url.password = 'wrong'
  await expect(migrate(url.href)).rejects.toThrow(/cannot be used \(28P01: .*Check DATABASE_URL/)
  url.port = '1'
  await expect(migrate(url.href)).rejects.toThrow(
    /^The database at 127\.0\.0\.1:1 cannot be used \(ECONNREFUSED/,
  )
})

test('a session that ends while migrate closes its connections does not end the process', async () => {
  const database = await createTestDatabase()
  const closing = vi.spyOn(pg.Pool.prototype, 'end')
  await migrate(database.url)
  const pools = closing.mock.contexts as unknown as pg.Pool[]
  closing.mockRestore()
  expect(pools.length).toBeGreaterThan(0)
  // A pool reports its end before its connections are closed, so its listeners must stay.
  for (const pool of pools) expect(pool.listenerCount('error')).toBeGreaterThan(0)
  await database.drop()
})

test('what holds for all connections of a role is set in the database', async () => {
  const database = await createTestDatabase()
  const settingsOf = async (connectionString: string) => {
    const client = makeClient({ connectionString })
    await client.connect()
    const { rows } = await client.query<{ idle: string; plans: string; locks: string }>(
      `select current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('plan_cache_mode') as plans, current_setting('lock_timeout') as locks`,
    )
    await client.end()
    return rows[0]
  }
  const usual = { idle: '1min', plans: 'auto' }
  expect(await settingsOf(database.appUrl)).toEqual({ ...usual, locks: '10s' })
  expect(await settingsOf(database.authUrl)).toEqual({ ...usual, locks: '0' })
  expect(await settingsOf(database.engineUrl)).toEqual({
    idle: '1min',
    plans: 'force_generic_plan',
    locks: '0',
  })
  await database.drop()
})
