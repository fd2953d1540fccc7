import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { appConnectionString, inOrganization } from '#db/client'
import { roleUrls } from '#db/role-url'
import { apiKeys } from '#db/schema/people'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import { connectExecutors } from '#lib/engine/commands/hand-over'
import { startWorker } from '#lib/engine/worker/worker'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { serveApi } from '../lib/server/web/api-server.ts'
import { childEnvironment } from '../lib/server/child-environment.ts'
import { connectDatabase } from '../lib/server/database/connect-database.ts'
import { workerOptions } from '../lib/server/services.ts'
import { BenchEngine, type Published } from './support/bench-engine.ts'
import { postgresCpuMs } from './support/cpu.ts'
import { quantile, report, round } from './support/report.ts'
import { chainOf } from './support/steps.ts'
import { unreachedLimits } from './support/limits.ts'

/**
 * What a webhook would do: POST /runs of a workflow of one step, and the answer with its output
 * when the run has ended (`Prefer: wait`). The API in a process of its own, as in production but
 * without Next, the worker in another, the caller in a third; one connection, then 20, on a durable
 * Postgres. Once with a step that only computes, which the process that starts it executes inline
 * (lib/engine/execute/run-inline.ts), and once with one whose expression calls a function, which is
 * handed to the worker (`handedOver`). What is measured is a service that has been up for a while:
 * the first 3000 answers do not count, since a process that has just started spends half as much
 * again on each.
 *
 *     LOG_LEVEL=silent node bench/api-start.ts
 */
const [mode] = process.argv.slice(2)
if (mode === 'serve') {
  await connectDatabase()
  connectExecutors(env().DATA_DIR, appConnectionString())
  const server = createServer(
    (request, response) => void (serveApi(request, response) || response.writeHead(404).end()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.send?.((server.address() as AddressInfo).port)
} else if (mode === 'work') {
  await connectDatabase()
  await startWorker({ ...workerOptions(), dataDir: env().DATA_DIR })
  process.send?.(0)
} else await measure()
if (process.send) {
  // The parent asks how much CPU it has used, in microseconds. The children end with their parent.
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.on('disconnect', () => process.exit(0))
}

async function ready(child: ChildProcess): Promise<number> {
  return await new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', () => reject(new Error('a process of the benchmark did not start')))
  })
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu')
  const [used] = await once(child, 'message')
  return Number(used) / 1000
}

/** A workflow that only computes, and one whose expression calls a function. */
async function publishKinds(
  bench: BenchEngine,
): Promise<{ inline: Published; handedOver: Published }> {
  const sum = { id: 's0', type: 'transform', title: 'Sum' }
  const value = { $: '{ "count": $sum([start.from]) }' }
  return {
    inline: await bench.publish(chainOf(1)),
    handedOver: await bench.publish([{ ...sum, config: { value } }]),
  }
}

async function makeKey(organizationId: string): Promise<string> {
  const key = newApiKey()
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(apiKeys).values({
      id: newId(),
      organizationId,
      name: 'Bench',
      prefix: apiKeyPrefix(key),
      hash: hashApiKey(key),
      role: 'owner',
    })
  })
  return key
}

type Caller = (of: Published) => Promise<number>

/** Starts a run and waits for its end; returns the milliseconds until the answer has arrived. */
function callerOf(port: number, key: string, agent: Agent): Caller {
  const body = JSON.stringify({ startData: { from: 1 } })
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    prefer: 'wait=30',
    'content-length': Buffer.byteLength(body),
  }
  return async ({ workflowId }) =>
    await new Promise((resolve, reject) => {
      const started = performance.now()
      const path = `/api/v2/workflows/${workflowId}/runs`
      const address = { host: '127.0.0.1', port, path }
      const sent = httpRequest({ ...address, agent, method: 'POST', headers }, (response) => {
        let text = ''
        response
          .setEncoding('utf8')
          .on('data', (part: string) => {
            text += part
          })
          .on('end', () => {
            if (text.includes('"completed"')) resolve(performance.now() - started)
            else reject(new Error(`${response.statusCode}: ${text.slice(0, 300)}`))
          })
      })
      sent.on('error', reject)
      sent.end(body)
    })
}

/** The milliseconds of CPU of each child, of Postgres and of this process. */
async function cpuOfAll(bench: BenchEngine, children: ChildProcess[]): Promise<number[]> {
  const used = await Promise.all([...children.map(cpuOf), postgresCpuMs(bench.admin)])
  const { user, system } = process.cpuUsage()
  return [...used, (user + system) / 1000]
}

async function measured(
  bench: BenchEngine,
  children: ChildProcess[],
  call: () => Promise<number>,
): Promise<object> {
  await bench.together(3000, 20, call)
  const alone: number[] = []
  for (let count = 0; count < 100; count++) alone.push(await call())
  const times: number[] = []
  const calls = 2000
  const before = await bench.cost()
  const cpuBefore = await cpuOfAll(bench, children)
  const seconds = await bench.together(calls, 20, async () => times.push(await call()))
  const cpuAfter = await cpuOfAll(bench, children)
  const [api, worker, postgres, caller] = cpuAfter.map((used, index) =>
    round((used - (cpuBefore[index] ?? 0)) / calls),
  )
  const after = await bench.cost()
  return {
    alone: { p50Ms: quantile(alone, 0.5), p95Ms: quantile(alone, 0.95) },
    together: {
      connections: 20,
      calls,
      perSecond: round(calls / seconds, 0),
      p50Ms: quantile(times, 0.5),
      p95Ms: quantile(times, 0.95),
      commitsPerRun: round((after.commits - before.commits) / calls, 1),
      walKbPerRun: round((after.walBytes - before.walBytes) / calls / 1024, 1),
    },
    cpuMsPerRun: { api, worker, postgres, caller },
  }
}

async function measure(): Promise<void> {
  process.env['SECRET_KEY'] ??= 'a-secret-key-of-this-benchmark-alone'
  Object.assign(process.env, unreachedLimits)
  const bench = await BenchEngine.start()
  const kinds = await publishKinds(bench)
  // PROFILE_DIR=… keeps a CPU profile of each process.
  const profile = process.env['PROFILE_DIR']
  const execArgv = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
  const children = ['serve', 'work'].map((what) =>
    fork(import.meta.filename, [what], { env: childEnvironment(roleUrls(bench.url)), execArgv }),
  )
  const [port = 0] = await Promise.all(children.map(ready))
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const call = callerOf(port, await makeKey(bench.organizationId), agent)
  const inline = await measured(bench, children, async () => await call(kinds.inline))
  const handedOver = await measured(bench, children, async () => await call(kinds.handedOver))
  await bench.allCompleted()
  report('api-start', { ...inline, handedOver })
  agent.destroy()
  // A child exits by itself after its parent has ended, and writes its profile.
  await Promise.all(
    children.map(async (child) => {
      child.disconnect()
      await once(child, 'exit')
    }),
  )
  await bench.stop()
  process.exit(0)
}
