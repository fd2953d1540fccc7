import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
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

/** What each machine runs. No two share a folder. */
const machines = [['web', 'worker'], ['web', 'worker'], ['worker']]

/** With mails that come in, the last machine receives them. */
const programsOf = (settings: Record<string, string>): string[][] =>
  settings['MAIL_IN_PORT'] === undefined
    ? machines
    : machines.map((programs, at) => (at === 2 ? [...programs, 'mail-receiver'] : programs))

export type Machines = {
  origin: string
  /** An owner's key of the demo organization. */
  demoKey: string
  /** Leads to the primary. */
  databaseUrl: string
  processes(): ProcessSeen[]
  logged(): string
  /** Kills the primary of Postgres, promotes its standby, and makes a new one. */
  killPostgres(): Promise<void>
  killConnection(): boolean
  failovers(): Failover[]
  stop(): Promise<void>
}

type Cluster = { url: string; places: Place[]; failovers: Failover[] }

/** Postgres with its standby (`database-machines.ts`). */
class DatabaseMachines {
  readonly #process: ChildProcess
  #cluster: Cluster = { url: '', places: [], failovers: [] }

  constructor(folder: string) {
    this.#process = fork(path.join(import.meta.dirname, 'database-machines.ts'), [folder])
  }

  get cluster(): Cluster {
    return this.#cluster
  }

  /** Resolves when it is done. */
  async order(order: Order): Promise<void> {
    this.#process.send(order)
    const [answer] = (await once(this.#process, 'message')) as [Cluster | { failed: string }]
    if ('failed' in answer) throw new Error(`${order}: ${answer.failed}`)
    this.#cluster = answer
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
  const ended = new Promise((resolve) => machine.once('exit', resolve))
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
  FILES_STORE: 's3',
  S3_BUCKET: 'rounds',
  S3_FORCE_PATH_STYLE: 'true',
  S3_ACCESS_KEY_ID: credentials.accessKeyId,
  S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  SEED_OWNER_PASSWORD: 'a long password for benchmarks',
  ...unreachedLimits,
}

/**
 * Starts the product on three machines with a folder each: two web processes and three workers
 * behind HAProxy, files in S3, and Postgres with a synchronous standby behind HAProxy.
 * @param settings more for all processes; `PORT` is where HAProxy listens, any free one without it
 */
export async function startMachines({
  PORT: port,
  ...settings
}: Record<string, string> = {}): Promise<Machines> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rounds-machines-'))
  // Run by root, Postgres is another user, who must be able to pass through.
  chmodSync(folder, 0o711)
  const postgres = new DatabaseMachines(folder)
  await postgres.order('start')
  const bucket = await startStrictS3()
  const demoKey = newApiKey()
  const ports = { product: Number(port) || (await freePort()), database: await freePort() }
  const webs: number[] = []
  for (const programs of machines) if (programs.includes('web')) webs.push(await freePort())
  const origin = `http://127.0.0.1:${ports.product}`
  const { places, url: primary } = postgres.cluster
  const url = new URL(primary)
  url.port = String(ports.database)
  const folderOf = (number: number): string => path.join(folder, `machine-${number + 1}`)
  const environment = (number: number): NodeJS.ProcessEnv => ({
    ...common,
    BASE_URL: origin,
    PORT: String(webs[number] ?? webs[0]),
    DATABASE_URL: url.href,
    DATA_DIR: folderOf(number),
    S3_ENDPOINT: bucket.endpoint,
    SEED_API_KEY: demoKey,
    ...settings,
  })
  const stopProxy = await startHaproxy(folder, { ...ports, webs, places })
  Object.assign(process.env, environment(0))
  for (const number of machines.keys()) mkdirSync(folderOf(number))
  await prepareDatabase(primary)
  await postgres.order('addStandby')
  const output = new Output()
  const running = programsOf(settings).map((programs, number) => {
    const env = { ...environment(number), ROUNDS_BUILT: '1' }
    return spawn(process.execPath, ['bench/support/machine.ts', ...programs], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  })
  await Promise.all(running.map(async (machine) => await isUp(machine, output)))
  return {
    origin,
    demoKey,
    databaseUrl: url.href,
    processes: () => running.flatMap(({ pid = 0 }) => descendantsOf(pid)),
    logged: () => output.text,
    killPostgres: async () => await postgres.failOver(),
    // A backend's crash restarts its server, which is no failover.
    killConnection: () => false,
    failovers: () => postgres.cluster.failovers,
    async stop() {
      await Promise.all(running.map(end))
      await stopProxy()
      await postgres.order('stop')
      await bucket.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
