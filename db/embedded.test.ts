import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { makeClient } from '#lib/postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { processIdentity } from '#lib/process-identity'
import { until } from '#test/harness/until'

import { writeNotes } from './embedded-cluster.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'

// A cluster is started many times here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let template = ''
let dataDir = ''
let copies = ''
const started: EmbeddedPostgres[] = []

const cluster = (folder: string) => path.join(folder, 'postgres')
const passwordIn = (folder: string) =>
  (JSON.parse(readFileSync(path.join(folder, 'postgres.json'), 'utf8')) as { password: string })
    .password

function copyAs(how: string, from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', [how, from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** Postgres, which is another user when root runs this, must be able to enter the folder. */
function makeFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), name))
  chmodSync(folder, 0o711)
  return folder
}

beforeAll(async () => {
  template = makeFolder('rounds-embedded-')
  const { stop } = await startEmbeddedPostgres({ dataDir: template })
  await stop()
})
afterAll(() => rmSync(template, { recursive: true, force: true }))

// Each test has a cluster of its own. Copying one takes a tenth of the time of creating it.
beforeEach(() => {
  dataDir = makeFolder('rounds-embedded-')
  copyAs('-a', cluster(template), cluster(dataDir))
  writeNotes(dataDir, { folder: cluster(dataDir), password: passwordIn(template) })
})

afterEach(async () => {
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()))
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
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

const pidFile = () => path.join(cluster(dataDir), 'postmaster.pid')
const postmasterPid = () => Number.parseInt(readFileSync(pidFile(), 'utf8'), 10)

test('a start waits for a remaining process of a killed server', async () => {
  const first = await start()
  const client = makeClient({ connectionString: first.url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const lingering = rows[0]?.pid ?? 0
  process.kill(lingering, 'SIGSTOP')
  process.kill(postmasterPid(), 'SIGKILL')
  await first.ended
  const again = start()
  const refusal = 'pre-existing shared memory block'
  const refusals = () =>
    readFileSync(path.join(dataDir, 'postgres.log'), 'utf8').split(refusal).length - 1
  try {
    await Promise.race([again, until('more refusals than tries', () => refusals() > 5, 60_000)])
  } finally {
    process.kill(lingering, 'SIGCONT')
  }
  const second = await again
  expect(second.url).toBe(first.url)
  await client.end().catch(() => undefined)
})

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
  const settings = `select name, setting from pg_settings
    where name in ('fsync', 'synchronous_commit', 'data_checksums', 'listen_addresses',
      'password_encryption') order by name`
  expect(await query(url, settings)).toEqual([
    { name: 'data_checksums', setting: 'on' },
    { name: 'fsync', setting: 'on' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    { name: 'password_encryption', setting: 'scram-sha-256' },
    { name: 'synchronous_commit', setting: 'on' },
  ])
  await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
    'password authentication failed',
  )
})

test('a pid file that names another living process does not prevent a start', async () => {
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
  const parent: ChildProcess = spawn(
    process.execPath,
    ['--input-type=module', '-e', script, dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(parent.stdout as NodeJS.ReadableStream, 'data')
  const pid = postmasterPid()
  expect(processIdentity(pid)).toBeDefined()
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(processIdentity(pid)).toBeUndefined(), { timeout: 50_000 })
})

test('an unfinished cluster is created again; one without its password is never touched', async () => {
  for (const file of ['postgres', 'postgres.json'])
    rmSync(path.join(dataDir, file), { recursive: true })
  mkdirSync(path.join(dataDir, 'postgres.draft/base'), { recursive: true })
  const postgres = await start()
  await postgres.stop()
  rmSync(path.join(dataDir, 'postgres.json'))
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    'postgres.json is missing; it holds the password',
  )
})

/** As operators copy: `cp -a` keeps owners, `cp -r` gives all files to the user who copies. */
function copyTo(name: string, how = '-a'): string {
  const copy = path.join(copies, name)
  copyAs(how, dataDir, copy)
  chmodSync(copy, 0o711)
  return copy
}
const marks = 'select mark from kept order by mark'
const mark = (text: string) => `insert into kept values ('${text}')`

describe('a copy of the data folder is a copy', () => {
  beforeEach(() => {
    copies = makeFolder('rounds-copies-')
  })
  afterEach(async () => {
    await Promise.all(started.splice(0).map((postgres) => postgres.stop()))
    rmSync(copies, { recursive: true, force: true })
  })

  test('made while the original runs', async () => {
    const original = await start()
    await query(original.url, `create table kept as select 'both' as mark`)
    await query(original.url, 'checkpoint')
    const pid = postmasterPid()
    const copy = await start(copyTo('hot'))
    expect(postmasterPid()).toBe(pid)
    expect(processIdentity(pid)).toBeDefined()
    await query(copy.url, mark('copy'))
    await query(original.url, mark('original'))
    expect(await query(copy.url, marks)).toEqual([{ mark: 'both' }, { mark: 'copy' }])
    expect(await query(original.url, marks)).toEqual([{ mark: 'both' }, { mark: 'original' }])
    // Ending the copy ends the copy.
    await copy.stop()
    expect(await query(original.url, marks)).toHaveLength(2)
  })

  test.each(['-a', '-r'])('made by cp %s while the original is stopped', async (how) => {
    const original = await start()
    await query(original.url, `create table kept as select 'both' as mark`)
    await original.stop()
    const copy = await start(copyTo('cold', how))
    expect(new URL(copy.url).port).not.toBe(new URL(original.url).port)
    await query(copy.url, mark('copy'))
    const again = await start()
    expect(again.url).toBe(original.url)
    expect(await query(again.url, marks)).toEqual([{ mark: 'both' }])
  })

  test('with notes of an older version, which name the original’s cluster', async () => {
    const original = await start()
    await query(original.url, `create table kept as select 'both' as mark`)
    const file = path.join(dataDir, 'postgres.json')
    const notes = JSON.parse(readFileSync(file, 'utf8')) as object
    const { home: _home, ...old } = { ...notes, folder: path.join(dataDir, 'postgres'), home: null }
    writeFileSync(file, JSON.stringify(old))
    const pid = postmasterPid()
    const copy = await start(copyTo('old'))
    expect(processIdentity(pid)).toBeDefined()
    await query(copy.url, mark('copy'))
    expect(await query(original.url, marks)).toEqual([{ mark: 'both' }])
  })

  test('without the cluster of the original it is refused, and the original goes on', async () => {
    const original = await start()
    const pid = postmasterPid()
    const copy = copyTo('notes')
    rmSync(path.join(copy, 'postgres'), { recursive: true })
    const file = path.join(copy, 'postgres.json')
    const notes = JSON.parse(readFileSync(file, 'utf8')) as object
    writeFileSync(file, JSON.stringify({ ...notes, folder: path.join(dataDir, 'postgres') }))
    await expect(start(copy)).rejects.toThrow(`belongs to the data folder ${realpathSync(dataDir)}`)
    expect(processIdentity(pid)).toBeDefined()
    expect(await query(original.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a moved folder is the same, also when its Postgres is running', async () => {
    const original = await start()
    await query(original.url, `create table kept as select 'moved' as mark`)
    const pid = postmasterPid()
    const place = path.join(copies, 'moved')
    renameSync(dataDir, place)
    const moved = await start(place)
    expect(processIdentity(pid)).toBeUndefined()
    expect(await query(moved.url, marks)).toEqual([{ mark: 'moved' }])
  })

  test('a cluster outside of the data folder belongs to the folder that made it', async () => {
    const original = await start()
    await query(original.url, `create table kept as select 'moved' as mark`)
    await original.stop()
    const outside = path.join(copies, 'outside')
    renameSync(path.join(dataDir, 'postgres'), outside)
    writeNotes(dataDir, { folder: outside, password: passwordIn(dataDir) })
    await expect(start(copyTo('copy'))).rejects.toThrow('belongs to the data folder')
    const place = path.join(copies, 'moved')
    renameSync(dataDir, place)
    expect(await query((await start(place)).url, marks)).toEqual([{ mark: 'moved' }])
  })
})

test('a missing cluster is not silently replaced by an empty one', async () => {
  const postgres = await start()
  await postgres.stop()
  rmSync(path.join(dataDir, 'postgres'), { recursive: true })
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('which is gone')
})

test('an owner with CREATEROLE migrates a server that has nothing of ours', async () => {
  const { url } = await start()
  await query(url, `create role keeper login createrole password 'of-this-test'`)
  await query(url, 'create database kept owner keeper')
  const own = { username: 'keeper', password: 'of-this-test', pathname: '/kept' }
  await migrate(Object.assign(new URL(url), own).href)
  await migrate(Object.assign(new URL(url), own).href)
  const superuser = Object.assign(new URL(url), { pathname: '/kept' }).href
  const owners = `select distinct proowner::regrole::text as owner from pg_proc
    where proname in ('end_access', 'enqueue_run') order by owner`
  expect(await query(superuser, owners)).toEqual([
    { owner: 'rounds_auth' },
    { owner: 'rounds_engine' },
  ])
})
