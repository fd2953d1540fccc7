import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { makeClient } from '#lib/postgres'
import { createTestDatabase, type TestDatabase } from '#test/harness/test-database'

import { applyMigrations } from './apply-migrations.ts'
import { outsideTransactionMarker } from './migration-files.ts'

let database: TestDatabase
let folder: string
let clients: pg.Client[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'rounds-migrations-'))
})

afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()))
  clients = []
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function connect(name: string): Promise<pg.Client> {
  const client = makeClient({ connectionString: database.url, application_name: name })
  await client.connect()
  clients.push(client)
  return client
}

/** Later migrations: the database has all that exist. */
function writeMigrations(files: Record<string, string>): void {
  const entries = Object.keys(files).map((tag, index) => ({ tag, when: 9_000_000_000_000 + index }))
  mkdirSync(path.join(folder, 'meta'), { recursive: true })
  writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  for (const [tag, text] of Object.entries(files))
    writeFileSync(path.join(folder, `${tag}.sql`), text)
}

async function rows(client: pg.Client, query: string): Promise<unknown[][]> {
  const answer = await client.query<unknown[]>({ text: query, rowMode: 'array' })
  return answer.rows
}

const columnsOf = (table: string): string =>
  `select attname from pg_attribute where attrelid = '${table}'::regclass and attname like 'new_%'`

const remembered = `select created_at::text from drizzle.__drizzle_migrations
  where created_at >= 9000000000000 order by created_at`

const patience = { lockTimeout: 50, attempts: 20 }

test('a migration that gets no lock lets other statements pass and is tried again', async () => {
  const migrator = await connect('migrator')
  const holder = await connect('holder')
  writeMigrations({
    first: `alter table members add column new_one text;
      --> statement-breakpoint
      alter table workflows add column new_two text`,
  })
  await holder.query('begin')
  await holder.query('lock table workflows in row exclusive mode')
  const columnsBetween: unknown[] = []
  await applyMigrations(migrator, {
    ...patience,
    folder,
    pause: async () => {
      columnsBetween.push(await rows(holder, columnsOf('members')))
      await holder.query('commit')
    },
  })
  // Between the two attempts nothing was locked or done.
  expect(columnsBetween).toEqual([[]])
  expect(await rows(migrator, columnsOf('members'))).toEqual([['new_one']])
  expect(await rows(migrator, columnsOf('workflows'))).toEqual([['new_two']])
  expect(await rows(migrator, remembered)).toEqual([['9000000000000']])
})

test('a lock that is never released ends in a sentence, and the next start goes on', async () => {
  const migrator = await connect('migrator')
  const holder = await connect('rounds worker')
  writeMigrations({
    first: 'alter table members add column new_one text',
    second: 'alter table workflows add column new_two text',
  })
  await holder.query('begin')
  await holder.query('lock table workflows in access share mode')
  const options = { ...patience, folder, pause: () => Promise.resolve() }
  await expect(applyMigrations(migrator, { ...options, attempts: 2 })).rejects.toThrow(
    /^Migration second got no lock within 50 ms: the oldest open transactions are process \d+ \(rounds worker\) for \d+ s(?:, process \d+ \(autovacuum worker\) for \d+ s)*\. It was tried 2 times\. End that session and start again\.$/,
  )
  expect(await rows(migrator, remembered)).toEqual([['9000000000000']])
  await holder.query('rollback')
  await applyMigrations(migrator, options)
  expect(await rows(migrator, columnsOf('workflows'))).toEqual([['new_two']])
})

test('an error of another kind is not repeated and leaves nothing behind', async () => {
  const migrator = await connect('migrator')
  writeMigrations({
    first: `alter table members add column new_one text;
      --> statement-breakpoint
      select 1 / 0`,
  })
  const pause = vi.fn<() => Promise<void>>(() => Promise.resolve())
  await expect(applyMigrations(migrator, { ...patience, folder, pause })).rejects.toThrow('zero')
  expect(pause).not.toHaveBeenCalled()
  expect(await rows(migrator, columnsOf('members'))).toEqual([])
  expect(await rows(migrator, remembered)).toEqual([])
})

test('a migration that was created earlier, and merged later, is still run', async () => {
  const migrator = await connect('migrator')
  writeMigrations({ first: 'select 1', second: 'alter table members add column new_two text' })
  await migrator.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9000000000005)`,
  )
  await applyMigrations(migrator, { folder })
  expect(await rows(migrator, columnsOf('members'))).toEqual([['new_two']])
})

const indexesOf = (table: string): string =>
  `select relname, indisvalid from pg_index join pg_class on pg_class.oid = indexrelid
   where indrelid = '${table}'::regclass and relname like 'probe%' order by relname`

test('an index created concurrently waits for writers and blocks no statement', async () => {
  const migrator = await connect('migrator')
  const writer = await connect('writer')
  const another = await connect('another writer')
  writeMigrations({
    first: `${outsideTransactionMarker}\ncreate index concurrently probe on workflows (name);`,
  })
  await writer.query('begin')
  await writer.query('lock table workflows in row exclusive mode')
  const applied = applyMigrations(migrator, { ...patience, folder })
  await vi.waitFor(async () => {
    const waiting = `select count(*)::integer from pg_locks where locktype = 'virtualxid'
      and not granted and pid = (select pid from pg_stat_activity
        where datname = current_database() and application_name = 'migrator')`
    expect(await rows(another, waiting)).toEqual([[1]])
  }, 50_000)
  await another.query('begin')
  await another.query('lock table workflows in row exclusive mode nowait')
  await another.query('commit')
  await writer.query('commit')
  await applied
  expect(await rows(migrator, indexesOf('workflows'))).toEqual([['probe', true]])
})

test('several sessions create an index concurrently without a deadlock', async () => {
  const migrators = await Promise.all(['one', 'two', 'three'].map(connect))
  writeMigrations({
    first: `${outsideTransactionMarker}\ncreate index concurrently probe on workflows (name);`,
  })
  await Promise.all(
    migrators.map(async (client) => {
      await applyMigrations(client, { folder })
      await client.query('select pg_advisory_unlock_all()')
    }),
  )
  const [first] = migrators
  if (!first) throw new Error('no session')
  expect(await rows(first, indexesOf('workflows'))).toEqual([['probe', true]])
  expect(await rows(first, remembered)).toEqual([['9000000000000']])
})

test('an interrupted index is created again', async () => {
  const migrator = await connect('migrator')
  writeMigrations({
    first: `${outsideTransactionMarker}\ncreate index concurrently "probe" on "workflows" ("name");`,
  })
  await migrator.query('create index probe on workflows (name)')
  await migrator.query(
    `update pg_index set indisvalid = false where indexrelid = 'probe'::regclass`,
  )
  await applyMigrations(migrator, { folder })
  expect(await rows(migrator, indexesOf('workflows'))).toEqual([['probe', true]])
})

test('each month of a partitioned table gets the index, also later months', async () => {
  const migrator = await connect('migrator')
  const text = `${outsideTransactionMarker}
    -- for the list of runs by who started them
    CREATE INDEX CONCURRENTLY probe ON runs USING btree (started_by) WHERE started_by IS NOT NULL;
    --> statement-breakpoint
    alter table runs add column new_one text`
  writeMigrations({ first: text })
  // As if an earlier attempt had ended after the first partition.
  await migrator.query('create index probe on only runs (started_by) where started_by is not null')
  await migrator.query(
    'create index probe_default on runs_default (started_by) where started_by is not null',
  )
  await migrator.query('alter index probe attach partition probe_default')
  await applyMigrations(migrator, { folder })
  await migrator.query(`select make_run_months('2031-05-01', '2031-05-01')`)
  const without = `select inhrelid::regclass::text from pg_inherits
    where inhparent = 'runs'::regclass and not exists (
      select from pg_index join pg_inherits as part on part.inhrelid = indexrelid
      where indrelid = pg_inherits.inhrelid and part.inhparent = 'probe'::regclass and indisvalid)`
  expect(await rows(migrator, without)).toEqual([])
  expect(await rows(migrator, indexesOf('runs'))).toEqual([['probe', true]])
  expect(await rows(migrator, columnsOf('runs'))).toEqual([['new_one']])
})
