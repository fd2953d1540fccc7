import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, inject } from 'vitest'
import { closeDatabase, configureDatabase } from '#db/client'
import { startEmbeddedPostgres } from '#db/embedded'
import { secretKey } from '#lib/env'
import { makeClient } from '#lib/postgres'
import { urlsOfRoles } from '#lib/server/database/urls-of-roles'
import { startCountingProvider, type CountingProvider } from '#test/chaos/provider'
import { freePort } from './free-port.ts'
import { useTestDatabase } from './test-database.ts'

export type TestCell = {
  name: string
  origin: string
  databaseUrl: string
  environment: NodeJS.ProcessEnv
  /** Its web and worker. */
  process: ChildProcess | undefined
}

const program = path.join(import.meta.dirname, '../processes/cell-process.ts')
const fast = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

/** Does something in the database of a cell, which `#db/client` then is connected to. */
export async function inCell<T>(cell: TestCell, work: () => Promise<T>): Promise<T> {
  await closeDatabase()
  configureDatabase(await urlsOfRoles(cell.databaseUrl))
  return await work()
}

/** Runs statements past the product. */
export async function queryAt<T extends object>(
  url: string,
  query: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = makeClient({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(query, values)).rows
  } finally {
    await client.end()
  }
}

/** Writes the settings of a cell as an `.env`; answers where. */
export function writeSettings(cell: TestCell, place: string): string {
  const file = path.join(place, `${cell.name}.env`)
  const ofStore = Object.keys(cell.environment).filter((name) => /^(?:FILES_|S3_)/.test(name))
  const names = [
    ...ofStore,
    'BASE_URL',
    'CELL',
    'CELL_URL',
    'DIRECTORY_URL',
    'DATABASE_URL',
    'DATA_DIR',
  ]
  const lines = [...names, 'SECRET_KEY', 'LOG_LEVEL'].map(
    (name) => `${name}='${cell.environment[name]}'`,
  )
  writeFileSync(file, lines.join('\n'))
  return file
}

/** Starts the web and the worker of a cell. */
export async function startCell(cell: TestCell): Promise<void> {
  const child = spawn(process.execPath, ['--no-deprecation', program], {
    env: cell.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cell.process = child
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the cell ${cell.name} ended before it was ready`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') resolve()
    })
  })
}

/** Kills the web and the worker of a cell. */
export async function killCell(cell: TestCell): Promise<void> {
  const child = cell.process
  cell.process = undefined
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** Runs a program with the settings of a cell; answers what it said. */
export async function runAt(
  cell: TestCell,
  args: string[],
  more: Record<string, string> = {},
): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: { ...cell.environment, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  const [said, wrong] = await Promise.all([text(child.stdout), text(child.stderr)])
  if ((await exit)[0] !== 0) throw new Error(`${said}${wrong}`)
  return said
}

type TwoCells = {
  west: TestCell
  east: TestCell
  directoryUrl: string
  provider: CountingProvider
  /** A folder of the test. */
  place: string
  /** Ends the cluster of the east. */
  stopEast(): Promise<void>
}

/**
 * Two cells for one test file: the west in the cluster of the tests, the east in one of its own, a
 * directory, and a provider that counts. Filled in before the first test. `storeOf` gives the settings of
 * the store of files, which is a folder without it.
 */
export function useTwoCells(storeOf: (cell: string) => Record<string, string> = () => ({})) {
  const database = useTestDatabase()
  const two = {} as TwoCells
  const directoryName = `directory_${process.pid}`
  const administrator = () =>
    Object.assign(new URL(inject('templateUrl')), { pathname: '/postgres' }).href
  beforeAll(async () => {
    const place = mkdtempSync(path.join(tmpdir(), 'rounds-cells-'))
    // Postgres does not run as root, and its user has to reach the folder.
    chmodSync(place, 0o711)
    const provider = await startCountingProvider()
    await queryAt(administrator(), `create database ${directoryName}`)
    const directoryUrl = Object.assign(new URL(administrator()), {
      pathname: `/${directoryName}`,
    }).href
    const postgres = await startEmbeddedPostgres({
      dataDir: path.join(place, 'east'),
      settings: fast,
    })
    const cell = async (name: string, databaseUrl: string): Promise<TestCell> => {
      const port = await freePort()
      const origin = `http://127.0.0.1:${port}`
      const environment = {
        ...process.env,
        NODE_ENV: 'test' as const,
        NEXTAUTH_URL: 'http://localhost:3000',
        BASE_URL: 'http://localhost:3000',
        CELL: name,
        CELL_URL: origin,
        DIRECTORY_URL: directoryUrl,
        DATABASE_URL: databaseUrl,
        DATA_DIR: path.join(place, name),
        SECRET_KEY: secretKey(),
        PROVIDER_URL: provider.url,
        PORT: String(port),
        LOG_LEVEL: 'error',
        ...storeOf(name),
      }
      return { name, origin, databaseUrl, environment, process: undefined }
    }
    Object.assign(two, {
      place,
      provider,
      directoryUrl,
      west: await cell('west', database.url),
      east: await cell('east', postgres.url),
      stopEast: async () => await postgres.stop(),
    })
    await runAt(two.east, ['lib/server/migrate.ts'])
    await startCell(two.west)
    await startCell(two.east)
  })
  afterAll(async () => {
    await killCell(two.west)
    await killCell(two.east)
    await closeDatabase()
    configureDatabase(database)
    await two.stopEast()
    await two.provider.close()
    await queryAt(administrator(), `drop database if exists ${directoryName} with (force)`)
    rmSync(two.place, { recursive: true, force: true })
  })
  return two
}
