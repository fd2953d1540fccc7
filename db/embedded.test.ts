import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { makeClient } from '#lib/postgres'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { processIdentity } from '#lib/process-identity'

import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'

let dataDir = ''
const started: EmbeddedPostgres[] = []

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'rounds-embedded-'))
  chmodSync(dataDir, 0o711)
})

afterEach(async () => {
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()))
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  started.push(postgres)
  return postgres
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = makeClient({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const pidFile = () => path.join(dataDir, 'postgres/postmaster.pid')
const postmasterPid = () => Number.parseInt(readFileSync(pidFile(), 'utf8'), 10)

test('a commit outlives kill -9 of the server, and the address stays the same', async () => {
  const first = await start()
  await query(first.url, 'create table kept as select 42 as answer')
  process.kill(postmasterPid(), 'SIGKILL')
  await first.ended
  const second = await start()
  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('it commits to the disk, with checksums, and listens on this machine only', async () => {
  const { url } = await start()
  const settings = `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'data_checksums', 'listen_addresses', 'password_encryption') order by name`
  expect(await query(url, settings)).toEqual([
    { name: 'data_checksums', setting: 'on' },
    { name: 'fsync', setting: 'on' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    { name: 'password_encryption', setting: 'scram-sha-256' },
    { name: 'synchronous_commit', setting: 'on' },
  ])
  await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password authentication failed')
})

test('a pid file that names another living process does not keep it from starting', async () => {
  const first = await start()
  await first.stop()
  writeFileSync(pidFile(), `${process.pid}\n${path.join(dataDir, 'postgres')}\n`)
  const second = await start()
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the server ends soon after the process that started it is killed hard', async () => {
  const script = `import { startEmbeddedPostgres } from '#db/embedded'
    const { url } = await startEmbeddedPostgres({ dataDir: process.argv[1] })
    process.stdout.write(url)
    setInterval(() => {}, 1000)`
  const parent: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(parent.stdout as NodeJS.ReadableStream, 'data')
  const pid = postmasterPid()
  expect(processIdentity(pid)).toBeDefined()
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(processIdentity(pid)).toBeUndefined(), { timeout: 10_000 })
})

test('a cluster that was half made is made anew; one whose password is lost is never touched', async () => {
  mkdirSync(path.join(dataDir, 'postgres.draft/base'), { recursive: true })
  const postgres = await start()
  await postgres.stop()
  rmSync(path.join(dataDir, 'postgres.json'))
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('postgres.json is missing; it holds the password')
})

test('a cluster that is gone is not replaced by an empty one in silence', async () => {
  const postgres = await start()
  await postgres.stop()
  rmSync(path.join(dataDir, 'postgres'), { recursive: true })
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('which is gone')
})
