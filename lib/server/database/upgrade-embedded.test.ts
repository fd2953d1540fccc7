import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded'
import { backupNames, openRepository, readManifest } from '#lib/backup/repository'
import { env } from '#lib/env'
import { makeClient } from '#lib/postgres'
import { backUpBeforeUpgrade } from './upgrade-embedded.ts'

vi.setConfig({ testTimeout: 120_000 })

let postgres: EmbeddedPostgres
let dataDir = ''
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'rounds-upgrade-'))
  chmodSync(dataDir, 0o711)
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  process.env['DATA_DIR'] = dataDir
  postgres = await startEmbeddedPostgres({ dataDir })
})
afterAll(async () => {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function run(statement: string): Promise<void> {
  const client = makeClient({ connectionString: postgres.url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

it('an older database is backed up before it is upgraded, a newer one is refused', async () => {
  expect(env().DATA_DIR).toBe(dataDir)
  const backups = path.join(dataDir, 'backups')
  // New: there is nothing to back up.
  await backUpBeforeUpgrade(postgres.url)
  await run(`create schema drizzle; create table drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`)
  await backUpBeforeUpgrade(postgres.url)
  expect(() => openRepository(backups, undefined)).toThrow('holds no backups')
  // Older: it has the first migration only.
  const { readMigrationFiles } = await import('#db/migration-files')
  const [first] = readMigrationFiles('db/migrations')
  await run(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', ${first?.madeAt})`,
  )
  await backUpBeforeUpgrade(postgres.url)
  const repository = openRepository(backups, undefined)
  const [name = ''] = await backupNames(repository)
  expect(await readManifest(repository, name)).toMatchObject({
    files: 'left',
    secretKey: 'left-out',
    migration: first?.madeAt,
  })
  // Newer: it has one that this version does not know.
  await run(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('y', 99)`)
  await expect(backUpBeforeUpgrade(postgres.url)).rejects.toThrow('by a newer version of Rounds')
})
