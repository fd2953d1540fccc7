import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { closeDatabase, configureDatabase, inOrganization } from '#db/client'
import { migrate } from '#db/migrate'
import { roleUrls } from '#db/role-url'
import { apiKeys } from '#db/schema/people'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import { newId } from '#lib/ids'
import { createOrganizationWithOwner } from '#lib/operations/organizations/create-organization-with-owner'
import { ChaosPostgres } from '#test/chaos/postgres'
import { freePort } from '#test/harness/free-port'
import { descendantsOf, readProc, type ProcessSeen } from './processes.ts'
import { unreachedLimits } from './limits.ts'

/** Resident memory of the product's processes, in MB, by what they are. */
export type Memory = { web: number; worker: number }

export type Product = {
  /** For example http://127.0.0.1:4000. */
  origin: string
  /** An owner's key of the demo organization. */
  demoKey: string
  /** Another organization; its owner's key. */
  newOrganization(slug: string): Promise<string>
  memory(): Memory
  /** Process ids of the web process and the workers. */
  pids(): Record<keyof Memory, number[]>
  /** All its processes now, without the first one of `npm start` and those of Postgres. */
  processes(): ProcessSeen[]
  /** What its processes have logged so far. */
  logged(): string
  /** Kills Postgres as a lost power supply does, and starts it again at the same address. */
  killPostgres(): Promise<void>
  /**
   * Kills one connection's process of Postgres, which then crashes and recovers; false when there
   * is none.
   */
  killConnection(): boolean
  stop(): Promise<void>
}

const password = 'a long password for benchmarks'

/** Keeps the end of what the product logs. */
export class Output {
  text = ''

  add(text: string): void {
    this.text = (this.text + text).slice(-10_000_000)
  }
}

async function running(server: ChildProcess, output: Output): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const failed = (code: number | null) =>
      reject(new Error(`The product ended with ${code}.\n${output.text.slice(-20_000)}`))
    server.once('exit', failed)
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output.add(text)
        if (output.text.slice(-text.length - 100).includes('Rounds is running')) resolve()
      })
    }
  })
}

/** The children of a process whose program is this file. */
function childrenOf(parent: number, program: string): number[] {
  return descendantsOf(parent)
    .filter((one) => one.parent === parent && one.command.includes(program))
    .map(({ pid }) => pid)
}

const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status'))?.[1] ?? 0) / 1024

/** `npm start` with these settings; what the environment says of mail and sign-on is left out. */
function spawnServer(settings: Record<string, string>): ChildProcess {
  const { SMTP_URL: _smtp, OIDC_ISSUER: _issuer, ...own } = process.env
  const env = {
    ...own,
    LOG_LEVEL: 'error',
    SEED_OWNER_PASSWORD: password,
    ...unreachedLimits,
    ...settings,
  }
  return spawn(process.execPath, ['lib/server/start.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function newOrganization(slug: string): Promise<string> {
  const person = { ownerEmail: `${slug}@example.com`, ownerName: slug, password }
  const organization = { organizationName: slug, slug }
  const organizationId = await createOrganizationWithOwner({ ...organization, ...person })
  const key = newApiKey()
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(apiKeys).values({
      id: newId(),
      organizationId,
      name: 'Bench',
      role: 'owner',
      prefix: apiKeyPrefix(key),
      hash: hashApiKey(key),
    })
  })
  return key
}

function killConnection(): boolean {
  const victim = descendantsOf(process.pid).find((one) =>
    one.command.startsWith('postgres: rounds_'),
  )
  if (victim) process.kill(victim.pid, 'SIGKILL')
  return victim !== undefined
}

/**
 * Starts the product as `npm start` does, on a durable Postgres and a port of its own. The first
 * time it is built. `settings` are environment variables.
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rounds-bench-'))
  // Run by root, Postgres is another user, who must be able to pass through.
  chmodSync(folder, 0o711)
  const secretKey = 'a-secret-key-of-this-benchmark-alone'
  const demoKey = newApiKey()
  Object.assign(process.env, { SECRET_KEY: secretKey, DATA_DIR: path.join(folder, 'data') })
  const postgres = await ChaosPostgres.start(folder)
  await migrate(postgres.url)
  configureDatabase(roleUrls(postgres.url))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const server = spawnServer({
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: origin,
    DATABASE_URL: postgres.url,
    SEED_API_KEY: demoKey,
    ...settings,
  })
  const output = new Output()
  await running(server, output)
  const pids = () => ({
    web: childrenOf(server.pid ?? 0, 'lib/server/web.ts'),
    worker: childrenOf(server.pid ?? 0, 'lib/server/worker.ts'),
  })
  const sum = (processes: number[]) => processes.reduce((total, pid) => total + residentMb(pid), 0)
  return {
    origin,
    demoKey,
    newOrganization,
    memory() {
      const { web, worker } = pids()
      return { web: sum(web), worker: sum(worker) }
    },
    pids,
    processes: () => descendantsOf(server.pid ?? 0),
    logged: () => output.text,
    killPostgres: async () => await postgres.killAndRestart(),
    killConnection,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      await closeDatabase()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
