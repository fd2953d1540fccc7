import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { fanOutItems, workloadNames } from '../workloads.ts'
import type { Driver, Place, Running } from './driver.ts'
import { installedVersion } from './installed.ts'
import { n8nWorkflow } from './n8n-workflows.ts'
import { startPostgres } from './postgres.ts'
import { freePort, Program } from './program.ts'
import { valueIn } from './value-in.ts'

const program = path.join(import.meta.dirname, '../n8n/node_modules/n8n/bin/n8n')

const missing = (): string | undefined =>
  installedVersion('n8n', 'n8n')
    ? undefined
    : 'It is not installed: run `npm install --prefix bench/peers/n8n`; it is large.'

/**
 * n8n in one process with its task runner, on the product's Postgres; it saves a run at its end.
 */
export const n8n: Driver = {
  name: 'n8n',
  title: () => `n8n ${installedVersion('n8n', 'n8n')}`,
  missing,
  start: async (place) => await startN8n(place, {}),
}

/** The same, configured to save after each step, as the durable engines do. */
export const n8nSavingProgress: Driver = {
  name: 'n8n-progress',
  title: () => `n8n ${installedVersion('n8n', 'n8n')}, saving progress`,
  missing,
  start: async (place) => await startN8n(place, { EXECUTIONS_DATA_SAVE_ON_PROGRESS: 'true' }),
}

async function startN8n(place: Place, settings: Record<string, string>): Promise<Running> {
  const postgres = await startPostgres(place.folder)
  const port = await freePort()
  const env = { ...(await environment(place, postgres.url, port)), ...settings }
  const origin = `http://127.0.0.1:${port}`
  const launch = async () => {
    const server = new Program({ args: [program, 'start'], env })
    await server.waitForAnswer(`${origin}/healthz/readiness`)
    return server
  }
  const from = performance.now()
  let server = await launch()
  const firstStartMs = performance.now() - from
  await publish(origin, place.calledOrigin)
  return {
    origin,
    firstStartMs,
    logBytes: postgres.logBytes,
    recordedRuns: async () =>
      await postgres.count(
        `select count(*) as number from execution_entity where status = 'success'`,
      ),
    request: (workload, n) => ({
      path: `/webhook/${workload}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ n }),
    }),
    valueOf: (_, answer) => valueIn(answer),
    pids: () => ({ engine: [server.pid], database: [postgres.pid] }),
    async restart() {
      await server.stop()
      const again = performance.now()
      server = await launch()
      return performance.now() - again
    },
    async stop() {
      await server.stop()
      await postgres.stop()
    },
  }
}

/** Its settings: a database, addresses, and no calls to other services. */
async function environment({ folder }: Place, databaseUrl: string, port: number) {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl)
  return {
    PATH: process.env.PATH,
    HOME: folder,
    NODE_ENV: 'production',
    N8N_USER_FOLDER: folder,
    N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_PORT: String(port),
    N8N_RUNNERS_BROKER_PORT: String(await freePort()),
    N8N_LOG_LEVEL: 'error',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_COMMUNITY_PACKAGES_ENABLED: 'false',
    DB_TYPE: 'postgresdb',
    // As many as DBOS has. With its default of 2 it loses its database when the machine is busy.
    DB_POSTGRESDB_POOL_SIZE: '10',
    DB_POSTGRESDB_HOST: hostname,
    DB_POSTGRESDB_PORT: databasePort,
    DB_POSTGRESDB_USER: username,
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(password),
    DB_POSTGRESDB_DATABASE: pathname.slice(1),
  }
}

/** Creates the owner, and creates and activates a workflow for each workload, like its pages. */
async function publish(origin: string, calledOrigin: string): Promise<void> {
  const ask = async (address: string, body: object, cookie = ''): Promise<Response> => {
    const answer = await fetch(`${origin}/rest${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`POST ${address}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const password = `A1${randomBytes(16).toString('hex')}`
  const owner = { email: 'owner@example.com', firstName: 'O', lastName: 'O', password }
  const setUp = await ask('/owner/setup', owner)
  const cookie = setUp.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  for (const name of workloadNames) {
    const workflow = n8nWorkflow(name, calledOrigin, fanOutItems)
    const made = (await (await ask('/workflows', workflow, cookie)).json()) as {
      data: { id: string; versionId: string }
    }
    const { id, versionId } = made.data
    await ask(`/workflows/${id}/activate`, { versionId }, cookie)
  }
}
