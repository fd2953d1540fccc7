import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { Logger, run as runQueue } from 'graphile-worker'
import { roleUrls } from '#db/role-url'
import { done } from '#lib/steps/define-step'
import { stepTypes } from '#lib/steps/registry'
import { effectTypes } from '#test/chaos/effects'
import { spawnChaosWorker } from '#test/chaos/fleet'
import { startCountingProvider } from '#test/chaos/provider'
import { testStep } from '#test/samples/steps'
import { BenchEngine } from './support/bench-engine.ts'
import { quantile, report } from './support/report.ts'
import { inARow } from './support/steps.ts'

/**
 * How soon an idle worker begins: milliseconds from before the start, as the API makes it, and from
 * its commit, to the first step. How long 40 jobs of a bare graphile-worker take, each of which
 * adds the next, for comparison with a chain of 40 steps. And how soon another worker has the run
 * of one that was killed with `kill -9` in the middle of a call.
 *
 *     LOG_LEVEL=silent node bench/engine-latency.ts
 */
Object.assign(process.env, {
  NODE_ENV: 'test',
  SECRET_KEY: process.env['SECRET_KEY'] ?? 'a-secret-key-of-this-benchmark-alone',
})
const starts = 100
const warm = 200
const hops = 40
const chains = 20
const kills = 5

const bench = await BenchEngine.start()
let beganAt = 0
const mark = testStep('mark', 'pure', async () => {
  beganAt = performance.now()
  return done(null)
})
const provider = await startCountingProvider()
Object.assign(process.env, { PROVIDER_URL: provider.url })
const ownTypes = new Map(
  [...stepTypes.values(), ...effectTypes, mark].map((type) => [type.info.type, type]),
)
await bench.startWorker({ stepTypes: ownTypes })
const marked = await bench.publish([{ id: 'a', type: 'mark', title: 'A' }])

const fromCall: number[] = []
const fromCommit: number[] = []
// The first do not count, because the process warms up.
for (let index = 0; index < starts + warm; index++) {
  await delay(20)
  const called = performance.now()
  const runId = await bench.beginTogether(marked)
  const committed = performance.now()
  await bench.ended(runId)
  if (index < warm) continue
  fromCall.push(beganAt - called)
  fromCommit.push(Math.max(beganAt - committed, 0))
}

/** The same settings as the product's queue. */
let hopped: () => void = () => undefined
const queue = await runQueue({
  connectionString: bench.url,
  noHandleSignals: true,
  logger: new Logger(() => () => undefined),
  parsedCronItems: [],
  taskList: {
    async hop(payload, { addJob }) {
      const { left } = payload as { left: number }
      if (left > 1) await addJob('hop', { left: left - 1 })
      else hopped()
    },
  },
  preset: {
    worker: {
      schema: 'graphile_bare',
      concurrentJobs: 20,
      pollInterval: 1000,
      preparedStatements: true,
      localQueue: { size: 20, ttl: 500 },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
  },
})
const queueTimes: number[] = []
for (let index = 0; index < chains; index++) {
  const started = performance.now()
  const over = new Promise<void>((resolve) => {
    hopped = resolve
  })
  await queue.addJob('hop', { left: hops })
  await over
  queueTimes.push(performance.now() - started)
}
await queue.stop()

const held = await bench.publish(inARow(1, () => ({ type: 'book', config: { slowMs: 400 } })))
const { engineUrl, appUrl } = roleUrls(bench.url)
const takeovers: number[] = []
for (let index = 0; index < kills; index++) {
  await bench.stopWorkers()
  const child = spawnChaosWorker({
    ROUNDS_ENGINE_URL: engineUrl,
    ROUNDS_APP_URL: appUrl,
    PROVIDER_URL: provider.url,
  })
  const dead = await child.ready
  const runId = await bench.begin(held)
  const heldBy = async (): Promise<string | null> =>
    (
      await bench.admin.query<{ worker: string | null }>(
        'select lease_worker as worker from runs where id = $1',
        [runId],
      )
    ).rows[0]?.worker ?? null
  while ((await heldBy()) !== dead) await delay(2)
  // The other one has run for a while before, as in production.
  await bench.startWorker({ stepTypes: ownTypes })
  child.process.kill('SIGKILL')
  const killed = performance.now()
  for (let worker = await heldBy(); worker === null || worker === dead; worker = await heldBy())
    await delay(2)
  takeovers.push(performance.now() - killed)
  await bench.ended(runId)
}
await bench.allCompleted()

report('engine-latency', {
  pickUp: {
    starts,
    fromCallP50Ms: quantile(fromCall, 0.5),
    fromCommitP50Ms: quantile(fromCommit, 0.5),
    fromCommitP95Ms: quantile(fromCommit, 0.95),
  },
  queueAlone: { hops, chains, p50Ms: quantile(queueTimes, 0.5) },
  takeover: { kills, p50Ms: quantile(takeovers, 0.5), slowestMs: quantile(takeovers, 1) },
})
await provider.close()
await bench.stop()
process.exit(0)
