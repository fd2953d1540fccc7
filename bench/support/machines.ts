import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '#db/embedded'
import { roleUrls } from '#db/role-url'
import { newApiKey } from '#lib/auth/api-key'
import { prepare } from '#lib/server/prepare'
import { credentials, startStrictS3 } from '#test/fakes/strict-s3'
import { freePort } from '#test/harness/free-port'
import { startHaproxy } from './haproxy.ts'
import { unreachedLimits } from './limits.ts'
import { descendantsOf, type ProcessSeen } from './processes.ts'
import { Output } from './product.ts'
import type { Failover, Place } from '#test/chaos/replicated-postgres'
import type { Order } from './database-machines.ts'

type Cells = 1 | 2
type Program = 'web' | 'worker' | 'mail-receiver'

/** What each of the three machines runs of each cell. No two processes of two share a folder. */
const layouts: Record<Cells, Record<string, Program[][]>> = {
  1: { west: [['web', 'worker'], ['web', 'worker'], ['worker']] },
  2: {
    west: [['web', 'worker'], ['web'], ['worker']],
    east: [['web'], ['web', 'worker'], ['worker']],
  },
}

/** A cluster of Postgres with its organizations and the processes that serve them. */
export type RunningCell = {
  name: string
  /** A key of its demo organization. */
  demoKey: string
  /** Leads to the primary. */
  databaseUrl: string
  /** Kills the primary of Postgres, promotes its standby, and makes a new one. */
  failOver(): Promise<void>
  failovers(): Failover[]
}

export type Machines = {
  origin: string
  cells: RunningCell[]
  processes(): ProcessSeen[]
  logged(): string
  stop(): Promise<void>
}

type Cluster = { url: string; places: Place[]; failovers: Failover[] }

/** Postgres with its standby (`database-machines.ts`). */
class DatabaseMachines {
  readonly #process: ChildProcess
  #cluster: Cluster = { url: '', places: [], failovers: [] }
  #last: Promise<void> = Promise.resolve()

  constructor(folder: string) {
    this.#process = fork(path.join(import.meta.dirname, 'database-machines.ts'), [folder])
  }

  get cluster(): Cluster {
    return this.#cluster
  }

  /** Resolves when it is done, after those that were given before. */
  async order(order: Order): Promise<void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    try {
      this.#process.send(order)
      const [answer] = (await once(this.#process, 'message')) as [Cluster | { failed: string }]
      if ('failed' in answer) throw new Error(`${order}: ${answer.failed}`)
      this.#cluster = answer
    } finally {
      resolve()
    }
  }

  async failOver(): Promise<void> {
    await this.order('failOver')
    await this.order('addStandby')
  }
}

async function isUp(machine: ChildProcess, output: Output): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    machine.once('exit', (code) =>
      reject(new Error(`A machine ended with ${code}.\n${output.text.slice(-20_000)}`)),
    )
    for (const stream of [machine.stdout, machine.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output.add(text)
        if (text.includes('The machine is running')) resolve()
      })
  })
}

async function prepareDatabase(url: string): Promise<void> {
  const database = { url, urls: async () => roleUrls(url), stop: async () => undefined }
  await prepare(database, { build: true, signal: new AbortController().signal })
}

async function end(machine: ChildProcess): Promise<void> {
  if (machine.exitCode !== null || machine.signalCode !== null) return
  const ended = once(machine, 'exit')
  machine.kill('SIGTERM')
  await ended
}

const { SMTP_URL: _smtp, OIDC_ISSUER: _issuer, ...own } = process.env
const common = {
  ...own,
  NODE_ENV: 'production' as const,
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  SECRET_KEY: 'a-secret-key-of-this-benchmark-alone',
  TRUSTED_PROXIES: '1',
  // Only HAProxy and the other cell connect.
  CONNECTIONS_PER_ADDRESS: '0',
  FILES_STORE: 's3',
  S3_BUCKET: 'rounds',
  S3_FORCE_PATH_STYLE: 'true',
  S3_ACCESS_KEY_ID: credentials.accessKeyId,
  S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  SEED_OWNER_PASSWORD: 'a long password for benchmarks',
  ...unreachedLimits,
}

/** Ports and the database of a cell, before its processes start. */
type Prepared = {
  name: string
  programs: Program[][]
  postgres: DatabaseMachines
  ports: { inside: number; database: number; webs: (number | undefined)[] }
  demoKey: string
  databaseUrl: string
}

async function prepareCell(
  name: string,
  programs: Program[][],
  folder: string,
  demoKey = newApiKey(),
): Promise<Prepared> {
  const home = path.join(folder, name)
  mkdirSync(home, { mode: 0o711 })
  const postgres = new DatabaseMachines(home)
  await postgres.order('start')
  const webs: (number | undefined)[] = []
  for (const each of programs) webs.push(each.includes('web') ? await freePort() : undefined)
  const ports = { inside: await freePort(), database: await freePort(), webs }
  const url = new URL(postgres.cluster.url)
  url.port = String(ports.database)
  return { name, programs, postgres, ports, demoKey, databaseUrl: url.href }
}

type Settings = Record<string, string>

/** The settings of one cell on one machine. */
const settingsOf = (
  { name, ports, demoKey, databaseUrl }: Prepared,
  number: number,
  folder: string,
  shared: Settings,
): Settings => ({
  PORT: String(ports.webs[number] ?? ports.webs[0]),
  DATABASE_URL: databaseUrl,
  DATA_DIR: path.join(folder, `machine-${number + 1}`, name),
  S3_PREFIX: name,
  SEED_API_KEY: demoKey,
  SEED_OWNER_EMAIL: `owner@${name}.example.com`,
  ...shared,
  ...('DIRECTORY_URL' in shared
    ? { CELL: name, CELL_URL: `http://127.0.0.1:${ports.inside}` }
    : {}),
})

function startMachine(programs: Program[], settings: Settings): ChildProcess {
  return spawn(process.execPath, ['bench/support/machine.ts', ...programs], {
    env: { ...common, ...settings, ROUNDS_BUILT: '1' },
    // By the channel it ends with this process, however that ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

/** A small database of its own, which no cell's outage touches. */
async function startDirectory(
  folder: string,
  cells: Cells,
): Promise<{ settings: Settings; stop(): Promise<void> }> {
  if (cells === 1) return { settings: {}, stop: async () => undefined }
  const { url, stop } = await startEmbeddedPostgres({ dataDir: path.join(folder, 'directory') })
  return { settings: { DIRECTORY_URL: url }, stop }
}

const asRunning = ({ name, demoKey, databaseUrl, postgres }: Prepared): RunningCell => ({
  name,
  demoKey,
  databaseUrl,
  failOver: async () => await postgres.failOver(),
  failovers: () => postgres.cluster.failovers,
})

const websOf = ({ ports }: Prepared): number[] => ports.webs.filter((each) => each !== undefined)

/** In front of all web processes, of those of each cell for the others, and of the primaries. */
const startProxy = async (folder: string, product: number, cells: Prepared[]) =>
  await startHaproxy(
    folder,
    [
      { name: 'product', port: product, webs: cells.flatMap(websOf) },
      ...cells.map((cell) => ({ name: cell.name, port: cell.ports.inside, webs: websOf(cell) })),
    ],
    cells.map(({ name, ports, postgres }) => ({
      name: `primary-${name}`,
      port: ports.database,
      places: postgres.cluster.places,
    })),
  )

/**
 * Starts the product on three machines with a folder each, behind HAProxy: in one cell, two web
 * processes and three workers; in two, two web processes and two workers of each. Files are in S3;
 * each cell has a Postgres with a synchronous standby behind HAProxy, and the web processes of
 * all cells have one address.
 * @param settings more for all processes; `PORT` is where HAProxy listens, any free one without it;
 *   `SEED_API_KEY` and `SEED_OWNER_EMAIL` are for the first cell
 */
export async function startMachines(
  { PORT: port, SEED_API_KEY: firstKey, SEED_OWNER_EMAIL: email, ...settings }: Settings = {},
  cells: Cells = 1,
): Promise<Machines> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rounds-machines-'))
  // Run by root, Postgres is another user, who must be able to pass through.
  chmodSync(folder, 0o711)
  const directory = await startDirectory(folder, cells)
  const bucket = await startStrictS3()
  const product = Number(port) || (await freePort())
  const origin = `http://127.0.0.1:${product}`
  const shared = { BASE_URL: origin, S3_ENDPOINT: bucket.endpoint, ...directory.settings }
  const prepared: Prepared[] = []
  for (const [name, programs] of Object.entries(layouts[cells]))
    prepared.push(
      await prepareCell(name, programs, folder, prepared.length === 0 ? firstKey : undefined),
    )
  const stopProxy = await startProxy(folder, product, prepared)
  const environment = (cell: Prepared, number: number): Settings => ({
    ...settingsOf(cell, number, folder, shared),
    ...(email && cell === prepared[0] ? { SEED_OWNER_EMAIL: email } : {}),
    ...settings,
  })
  for (const cell of prepared) {
    for (const number of cell.programs.keys())
      mkdirSync(environment(cell, number)['DATA_DIR'] ?? '', { recursive: true })
    Object.assign(process.env, common, environment(cell, 0))
    await prepareDatabase(cell.postgres.cluster.url)
    await cell.postgres.order('addStandby')
  }
  const output = new Output()
  const running = prepared.flatMap((cell) =>
    cell.programs.map((programs, number) =>
      startMachine(
        withMails(programs, number, cell === prepared[0] && 'MAIL_IN_PORT' in settings),
        environment(cell, number),
      ),
    ),
  )
  await Promise.all(running.map(async (machine) => await isUp(machine, output)))
  return {
    origin,
    cells: prepared.map(asRunning),
    processes: () => running.flatMap(({ pid = 0 }) => descendantsOf(pid)),
    logged: () => output.text,
    async stop() {
      await Promise.all(running.map(end))
      await stopProxy()
      for (const { postgres } of prepared) await postgres.order('stop')
      await directory.stop()
      await bucket.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The last machine receives mails, where any come in. */
const withMails = (programs: Program[], number: number, areMailsReceived: boolean): Program[] =>
  areMailsReceived && number === 2 ? [...programs, 'mail-receiver'] : programs
