import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded'
import { migrate } from '#db/migrate'
import { queryAt } from '#test/harness/two-cells'
import { until } from '#test/harness/until'
import { archiveSettings } from '../database/archiving.ts'
import { lockDataDir } from '../database/data-dir-lock.ts'
import { noteStore } from '../database/store-note.ts'

// Clusters are copied and started.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let place: string
let dataDir: string
let archive: string
let postgres: EmbeddedPostgres | undefined
let unlock: (() => void) | undefined
const backups = () => path.join(place, 'backups')

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'rounds-point-'))
  // Postgres does not run as root, and its user has to reach the folder.
  chmodSync(place, 0o711)
  dataDir = path.join(place, 'data')
  archive = path.join(place, 'archive')
  mkdirSync(dataDir, { mode: 0o711 })
  unlock = lockDataDir(dataDir, 'http://localhost')
  const settings = archiveSettings(archive, dataDir)
  postgres = await startEmbeddedPostgres({ dataDir, settings })
  await migrate(postgres.url)
  await queryAt(postgres.url, 'create table patients_seen (name text)')
})
afterAll(async () => {
  await postgres?.stop()
  unlock?.()
  rmSync(place, { recursive: true, force: true })
})

/** Runs a command of the operator, whose environment does not name the archive. */
async function command(name: 'backup' | 'restore', ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [`lib/server/${name}.ts`, ...args], {
    env: { ...process.env, DATABASE_URL: undefined, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  const [said, wrong] = await Promise.all([text(child.stdout), text(child.stderr)])
  if ((await exit)[0] !== 0) throw new Error(wrong || said)
  return said
}

const see = async (name: string): Promise<Date> => {
  const url = postgres?.url ?? ''
  await queryAt(url, 'insert into patients_seen values ($1)', [name])
  const [row] = await queryAt<{ now: Date }>(url, 'select clock_timestamp() as now')
  return row?.now ?? new Date()
}

/** Who had been seen, in a restored installation. */
async function seenIn(folder: string): Promise<string[]> {
  const restored = await startEmbeddedPostgres({ dataDir: folder })
  try {
    const rows = await queryAt<{ name: string }>(restored.url, 'select name from patients_seen')
    return rows.map(({ name }) => name)
  } finally {
    await restored.stop()
  }
}

it('restores to the end of the archived log, and to a moment in it', async () => {
  await see('before the backup')
  await command('backup', backups())
  const moment = await see('after the backup')
  // A moment is found by the commits around it.
  await until('a later millisecond', () => Date.now() > moment.getTime() + 1000)
  await see('last')
  const [row] = await queryAt<{ file: string }>(
    postgres?.url ?? '',
    'select pg_walfile_name(pg_switch_wal()) as file',
  )
  await until('the log is archived', () => readdirSync(archive).includes(row?.file ?? ''))

  const end = path.join(place, 'end')
  await command('restore', backups(), end)
  expect(await seenIn(end)).toEqual(['before the backup', 'after the backup', 'last'])

  const to = new Date(moment.getTime() + 500).toISOString()
  const then = path.join(place, 'then')
  await command('restore', backups(), then, '--to', to)
  expect(await seenIn(then)).toEqual(['before the backup', 'after the backup'])
})

it('knows that files are in a bucket, whose backup is another', async () => {
  noteStore(dataDir, 's3')
  expect(await command('backup', path.join(place, 'without-files'))).toContain(
    'Files are in S3 and not in this backup',
  )
})
