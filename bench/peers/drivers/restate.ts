import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { fanOutItems } from '../workloads.ts'
import type { Driver, Place } from './driver.ts'
import { howToInstall, installedVersion } from './installed.ts'
import { freePort, Program } from './program.ts'
import { valueIn } from './value-in.ts'

const serverPackage = '@restatedev/restate-server'

/** The server's program, which its package has one of for each platform. */
const platformPackage = `${serverPackage}-${process.platform}-${process.arch}`
const program = path.join(
  import.meta.dirname,
  '../node_modules',
  platformPackage,
  'bin/restate-server',
)

/**
 * Restate: its server with the settings that it ships with (one node, every commit written through
 * to the disk), and a service of ours (apps/restate.mjs) that it calls.
 */
export const restate: Driver = {
  name: 'restate',
  title: () =>
    `Restate ${installedVersion(serverPackage)} (SDK ${installedVersion('@restatedev/restate-sdk')})`,
  missing: () => (installedVersion(platformPackage) ? undefined : howToInstall),
  async start(place) {
    const ports = {
      ingress: await freePort(),
      admin: await freePort(),
      node: await freePort(),
      service: await freePort(),
    }
    const from = performance.now()
    let programs = await launch(place, ports)
    const firstStartMs = performance.now() - from
    await deploy(`http://127.0.0.1:${ports.admin}`, `http://127.0.0.1:${ports.service}`)
    const stop = async () => void (await Promise.all(programs.map((each) => each.stop())))
    return {
      origin: `http://127.0.0.1:${ports.ingress}`,
      firstStartMs,
      request: (workload, n) => ({
        // A handler has the name of a variable.
        path: `/peers/${workload.replaceAll('-', '_')}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ n }),
      }),
      valueOf: (_, answer) => valueIn(answer),
      pids: () => ({ engine: programs.map(({ pid }) => pid), database: [] }),
      logBytes: async () => await logBytes(`http://127.0.0.1:${ports.node}`),
      recordedRuns: async () => await recordedRuns(`http://127.0.0.1:${ports.admin}`),
      async restart() {
        await stop()
        const again = performance.now()
        programs = await launch(place, ports)
        return performance.now() - again
      },
      stop,
    }
  },
}

type Ports = Record<'ingress' | 'admin' | 'node' | 'service', number>

/** Starts the server and our service; resolves when both answer. */
async function launch({ folder, calledOrigin }: Place, ports: Ports): Promise<Program[]> {
  const server = new Program({
    command: program,
    args: [],
    env: {
      ...process.env,
      RESTATE_BASE_DIR: folder,
      RESTATE_LISTEN_MODE: 'tcp',
      RESTATE_BIND_IP: '127.0.0.1',
      RESTATE_ADVERTISED_HOST: '127.0.0.1',
      RESTATE_BIND_PORT: String(ports.node),
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ports.ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${ports.admin}`,
      RESTATE_DISABLE_TELEMETRY: 'true',
      RESTATE_LOG_FILTER: 'warn',
    },
  })
  const service = new Program({
    args: [path.join(import.meta.dirname, '../apps/restate.mjs')],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(ports.service),
      CALLED_ORIGIN: calledOrigin,
      FAN_OUT_ITEMS: String(fanOutItems),
      RESTATE_LOGGING: 'ERROR',
    },
    readyText: 'The app is ready.',
  })
  await service.ready
  await server.waitForAnswer(`http://127.0.0.1:${ports.admin}/health`)
  await server.waitForAnswer(`http://127.0.0.1:${ports.ingress}/restate/health`)
  return [server, service]
}

/** Registers our service with the server. */
async function deploy(adminOrigin: string, uri: string): Promise<void> {
  const answer = await fetch(`${adminOrigin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri }),
  })
  if (!answer.ok)
    throw new Error(`Restate refused the service: ${answer.status} ${await answer.text()}`)
}

/** Bytes of the write-ahead logs of all its stores, from its own counters. */
async function logBytes(nodeOrigin: string): Promise<number> {
  const text = await (await fetch(`${nodeOrigin}/metrics`)).text()
  const found = text.matchAll(/^restate_rocksdb_wal_bytes_total\{.*\} (\d+)$/gm)
  return [...found].reduce((sum, [, bytes]) => sum + Number(bytes), 0)
}

async function recordedRuns(adminOrigin: string): Promise<number> {
  const answer = await fetch(`${adminOrigin}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      query: `select count(*) as number from sys_invocation where status = 'completed'`,
    }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`Restate refused a query: ${answer.status} ${text}`)
  const { rows } = JSON.parse(text) as { rows: { number: number }[] }
  return Number(rows[0]?.number)
}
