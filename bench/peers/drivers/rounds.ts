import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { ensureBuilt } from '../../../lib/server/build.ts'
import { fanOutItems, workloadNames, type WorkloadName } from '../workloads.ts'
import type { Driver, Place, Running } from './driver.ts'
import { startPostgres } from './postgres.ts'
import { freePort, Program } from './program.ts'
import { roundsWorkflows } from './rounds-workflows.ts'
import { unreachedLimits } from '../../support/limits.ts'

const checkout = path.join(import.meta.dirname, '../../..')

const revision = (): string =>
  execFileSync('git', ['describe', '--always', '--dirty'], {
    cwd: checkout,
    encoding: 'utf8',
  }).trim()

/** The product as `npm start` starts it, on its own Postgres; built before the clock starts. */
export const rounds: Driver = {
  name: 'rounds',
  title: () => `Rounds ${revision()}`,
  missing: () => undefined,
  async start(place) {
    await ensureBuilt()
    return await startRounds(place, 'lib/server/start.ts')
  },
}

/** The same without Next, whose pages need a build after each change of the sources. */
export const roundsWithoutNext: Driver = {
  name: 'rounds-without-next',
  title: () => `Rounds ${revision()} without Next`,
  missing: () => undefined,
  start: async (place) => await startRounds(place, 'bench/peers/apps/rounds-without-next.ts'),
}

async function startRounds({ folder, calledOrigin }: Place, script: string): Promise<Running> {
  const postgres = await startPostgres(folder)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const key = `rk_bench_${randomBytes(16).toString('hex')}`
  const { SMTP_URL: _smtp, OIDC_ISSUER: _issuer, ...own } = process.env
  const env = {
    ...own,
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: origin,
    DATABASE_URL: postgres.url,
    DATA_DIR: path.join(folder, 'data'),
    SECRET_KEY: 'a-secret-key-of-this-benchmark-alone',
    LOG_LEVEL: 'error',
    ...unreachedLimits,
    SEED_OWNER_PASSWORD: randomBytes(16).toString('hex'),
    SEED_API_KEY: key,
    HTTP_ALLOW_PRIVATE: new URL(calledOrigin).host,
  }
  const launch = async () => {
    const program = new Program({ args: [script], env, readyText: 'Rounds is running' })
    await program.ready
    return program
  }
  const from = performance.now()
  let product = await launch()
  const firstStartMs = performance.now() - from
  const ids = await publish(origin, key, calledOrigin)
  return {
    origin,
    firstStartMs,
    logBytes: postgres.logBytes,
    recordedRuns: async () =>
      await postgres.count(
        `select count(*) as number from runs where status = 'completed' and trigger = 'api'`,
      ),
    request: (workload, n) => ({
      path: `/api/v2/workflows/${ids[workload]}/runs`,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        prefer: 'wait=60',
      },
      body: JSON.stringify({ startData: { n } }),
    }),
    valueOf,
    pids: () => ({ engine: [product.pid], database: [postgres.pid] }),
    async restart() {
      await product.stop()
      const again = performance.now()
      product = await launch()
      return performance.now() - again
    },
    async stop() {
      await product.stop()
      await postgres.stop()
    },
  }
}

/** Creates and publishes a workflow for each workload; returns their ids. */
async function publish(
  origin: string,
  key: string,
  calledOrigin: string,
): Promise<Record<WorkloadName, string>> {
  const ask = async (address: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${origin}/api/v2${address}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`POST ${address}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  const ids: Partial<Record<WorkloadName, string>> = {}
  const definitions = roundsWorkflows(calledOrigin, fanOutItems)
  for (const name of workloadNames) {
    const definition = { startData: { type: 'object' }, settings: {}, steps: definitions[name] }
    const made = await ask('/workflows', { name, definition })
    const id = String(made['id'])
    await ask(`/workflows/${id}/publish`, { revision: made['draftRevision'], note: '' })
    ids[name] = id
  }
  return ids as Record<WorkloadName, string>
}

function valueOf(_: WorkloadName, answer: string): number {
  const run = JSON.parse(answer) as { status?: string; output?: Record<string, unknown> }
  if (run.status !== 'completed') throw new Error(`The run answered ${answer.slice(0, 1000)}.`)
  const [output] = Object.values(run.output ?? {}) as { n?: unknown; body?: { n?: unknown } }[]
  const value = output?.body?.n ?? output?.n
  if (typeof value !== 'number') throw new Error(`The run answered ${answer.slice(0, 1000)}.`)
  return value
}
