import { spawn, type ChildProcess } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { makeClient } from '#lib/postgres'
import { SettingsError } from '#lib/settings-error'

import { postgresBinaries, requireSameMajor } from './embedded-binaries.ts'
import { clusterOrDataDir, requireCluster, writeNotes } from './embedded-cluster.ts'
import { endLeftover, endPostmaster } from './embedded-leftover.ts'
import { postgresEnvironment, postgresUser, type PostgresUser } from './embedded-user.ts'

export type EmbeddedPostgres = {
  /** Connection string of the superuser on the database `rounds`. */
  url: string
  /** Ends Postgres; everything committed is on disk when it resolves. */
  stop(): Promise<void>
  /** Resolves when Postgres has ended, for whatever reason. */
  ended: Promise<void>
}

type Options = {
  dataDir: string
  /** Postgres settings that replace ours. */
  settings?: Record<string, string>
  /** How long it may take until it answers, in milliseconds; replaying a log may take hours. */
  patienceMs?: number
  /** How often a start is tried that ends by itself. */
  startTries?: number
  /** Called with a sentence about what takes time or is in an unexpected place. */
  onProgress?: (sentence: string) => void
}

const defaults: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: totalmem() > 4e9 ? '256MB' : '128MB',
  synchronous_commit: 'on',
  // A statement over all of a long history locks each month's tables and indexes.
  max_locks_per_transaction: '256',
  wal_compression: 'pglz',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  // Rows and parameters are patient data: no statement and no detail of an error goes into the
  // server's log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/**
 * Starts the PostgreSQL that npm installed, with its data in `<dataDir>/postgres`, on 127.0.0.1 and
 * a recorded port. Creates the cluster and the database `rounds` on first use, recovers from a
 * killed run, and ends with this process however that ends. Throws a `SettingsError` when Postgres
 * cannot run here. The caller must have the data folder's lock (`lib/server/data-dir-lock.ts`).
 */
export async function startEmbeddedPostgres({
  dataDir,
  settings = {},
  patienceMs = 120_000,
  startTries = usualTries,
  onProgress = () => {},
}: Options): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true })
  const home = realpathSync(dataDir)
  const user = postgresUser(clusterOrDataDir(home))
  const binaries = postgresBinaries(user, onProgress)
  const notes = requireCluster(home, binaries, user, onProgress)
  requireSameMajor(notes.folder)
  await endLeftover(notes.folder)

  const port = await freePort(notes.port)
  writeNotes(home, { ...notes, port })
  const server = {
    folder: notes.folder,
    url: `postgresql://postgres:${notes.password}@127.0.0.1:${port}`,
    logFile: path.join(home, 'postgres.log'),
    patienceMs,
    startTries,
  }
  const flags = Object.entries({ ...defaults, ...settings, port: String(port) }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
  const postgres = await launch(binaries.postgres, ['-D', notes.folder, ...flags], user, server)
  await createDatabase(server.url)
  return { url: `${server.url}/rounds`, stop: () => stop(postgres), ended: postgres.ended }
}

type Server = {
  folder: string
  url: string
  logFile: string
  patienceMs: number
  startTries: number
}
type Running = { postmaster: ChildProcess; watchdog: ChildProcess; ended: Promise<void> }

/** How often a start is tried that ends for another reason than the one below. */
const usualTries = 5
/** A statement that computes notices the end of its postmaster only when it has finished. */
const heldMs = 60_000

/**
 * The backends of a killed postmaster may hold its shared memory for some time; until then each
 * start is refused.
 */
async function launch(
  program: string,
  args: string[],
  user: PostgresUser,
  server: Server,
): Promise<Running> {
  const begun = Date.now()
  for (let attempt = 1; ; attempt++) {
    const before = existsSync(server.logFile) ? statSync(server.logFile).size : 0
    const postmaster = spawnPostmaster(program, args, user, server.logFile)
    const ended = new Promise<void>(
      (resolve) => void postmaster.once('exit', () => resolve()).once('error', () => resolve()),
    )
    if (await isReady(postmaster, ended, server))
      return { postmaster, watchdog: watch(postmaster, server.folder, ended), ended }
    const said = readFileSync(server.logFile).subarray(before).toString()
    const isHeld = said.includes('pre-existing shared memory block')
    const isOver = isHeld ? Date.now() - begun > heldMs : attempt >= server.startTries
    if (isOver) {
      const why = `${lastLine(server.logFile)} The whole log is in ${server.logFile}.`
      throw new SettingsError(`The embedded database did not start: ${why}`)
    }
    await sleep(300 * Math.min(attempt, usualTries))
  }
}

/**
 * The maximum memory of one server process. Some functions (`format`, `array_fill`, `concat_ws`)
 * make texts of a gigabyte without checking whether their session was ended, so the system refuses
 * them the memory. Platforms without such a limit run without it.
 */
const ownMemoryKb = 640 * 1024

/** The shell becomes Postgres, so the process is still the one that was started. */
const limited = `ulimit -d ${ownMemoryKb} 2>/dev/null; exec "$0" "$@"`

function spawnPostmaster(
  program: string,
  args: string[],
  user: PostgresUser,
  logFile: string,
): ChildProcess {
  const tooLong = existsSync(logFile) && statSync(logFile).size > 10_000_000
  const log = openSync(logFile, tooLong ? 'w' : 'a', 0o600)
  try {
    // Detached, so that Ctrl-C at the terminal reaches only this process: web and workers must
    // finish before their database ends.
    return spawn('/bin/sh', ['-c', limited, program, ...args], {
      ...user,
      cwd: '/',
      env: postgresEnvironment,
      detached: true,
      stdio: ['ignore', log, log],
    })
  } finally {
    closeSync(log)
  }
}

/**
 * Resolves to true when the server answers, to false when it has ended (or could not be started).
 * Recovery after a crash may take a while.
 */
async function isReady(
  postmaster: ChildProcess,
  end: Promise<void>,
  { url, folder, patienceMs }: Server,
): Promise<boolean> {
  let ended = false
  void end.then(() => {
    ended = true
  })
  for (const deadline = Date.now() + patienceMs; !ended && Date.now() < deadline; await sleep(25)) {
    const client = makeClient({
      connectionString: `${url}/postgres`,
      connectionTimeoutMillis: 5000,
    })
    try {
      await client.connect()
      // Another server may have taken the port meanwhile; the server of a copy has the same
      // password.
      const { rows } = await client.query<{ place: string }>(
        `select current_setting('data_directory') as place`,
      )
      if (rows[0]?.place === folder) return true
    } catch (error) {
      if (isRefusal(error)) {
        postmaster.kill('SIGQUIT')
        throw error
      }
    } finally {
      await client.end().catch(() => {})
    }
  }
  if (!ended) postmaster.kill('SIGQUIT')
  return false
}

/**
 * Whether waiting does not help: the server answered, and its answer is neither that it starts or
 * stops (class 57 of SQLSTATE) nor that it is full (53). Without an answer (refused, reset, late) it
 * does not listen yet, or the machine is busy.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^5[37]/.test(error.code ?? '')
}

/**
 * Ends Postgres when this process has ended, also after `kill -9`: a shell waits for the end of a
 * pipe that only this process holds open, then asks Postgres to stop if it still serves this
 * cluster.
 */
function watch(postmaster: ChildProcess, folder: string, ended: Promise<void>): ChildProcess {
  const script =
    'cat >/dev/null; [ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = "$1" ] && kill -INT "$1"'
  const watchdog = spawn('/bin/sh', ['-c', script, 'sh', String(postmaster.pid), folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Neither of the two keeps this process alive.
  watchdog.unref()
  ;(watchdog.stdin as unknown as { unref(): void }).unref()
  postmaster.unref()
  void ended.then(() => watchdog.kill('SIGKILL'))
  return watchdog
}

async function stop({ postmaster, watchdog, ended }: Running): Promise<void> {
  watchdog.kill('SIGKILL')
  postmaster.ref()
  if (postmaster.exitCode === null && postmaster.signalCode === null)
    await endPostmaster(postmaster.pid as number)
  await ended
}

async function createDatabase(url: string): Promise<void> {
  const client = makeClient({ connectionString: `${url}/postgres` })
  await client.connect()
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = 'rounds'`)
    if (rowCount === 0) await client.query('create database rounds')
  } finally {
    await client.end()
  }
}

/** How often a taken port is tried again: a connection of another process may be its user. */
const portTries = 10

/**
 * `wanted` when it is free (so that links and tools with the old address still work), otherwise any
 * free port. An outgoing connection has a port of the same range for its own end, mostly for a
 * moment, so a taken port is tried for a second.
 */
async function freePort(wanted?: number): Promise<number> {
  for (let tries = 0; wanted && tries < portTries; tries++, await sleep(100))
    if (await listenedOn(wanted)) return wanted
  const port = await listenedOn(0)
  if (!port) throw new SettingsError('No port of 127.0.0.1 is free for the embedded database.')
  return port
}

/** The port that was listened on, undefined when it is taken. */
async function listenedOn(port: number): Promise<number | undefined> {
  return await new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen({ port, host: '127.0.0.1' }, () => {
      const { port: taken } = probe.address() as { port: number }
      probe.close(() => resolve(taken))
    })
  })
}

function lastLine(file: string): string {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? ''
}
