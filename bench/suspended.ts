import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { BenchEngine } from './support/bench-engine.ts'
import { cloneRuns } from './support/clone-runs.ts'
import { cpuMs, engineRate } from './support/engine-rate.ts'
import { inTurns, median, ratios } from './support/in-turns.ts'
import { report, round } from './support/report.ts'
import { chainOf } from './support/steps.ts'

/**
 * What runs that wait cost those that do not: a worker's start until its first run has ended, five
 * idle seconds, and a run of ten steps; CPU of this process and of Postgres. Two databases on one
 * Postgres, with tables for the same months: one with no suspended run and one with a million of
 * them (half wait for a person, half for a time months ahead). Measured in turn, after what the
 * filling left to do is done; medians of the rounds, and the ratio of each round.
 *
 *     LOG_LEVEL=silent node bench/suspended.ts [suspended] [rounds]
 */
const [suspended = 1_000_000, rounds = 5] = process.argv.slice(2).map(Number)
const starts = 6
const warm = 400
const runs = 1500
const parallel = 20
const idleMs = 5000

const first = await BenchEngine.start()
const sideOf = async (bench: BenchEngine) => {
  await bench.admin.query(
    `select make_run_months((now() - interval '12 months')::date,
      (now() + interval '3 months')::date)`,
  )
  return { bench, chain: await bench.publish(chainOf(10)) }
}
type Side = Awaited<ReturnType<typeof sideOf>>
const none = await sideOf(first)
const many = await sideOf(await first.beside('many'))

async function fill({ bench }: Side): Promise<number> {
  const started = performance.now()
  const ask = await bench.publish([
    { id: 'ask', type: 'screen', title: 'Ask', config: { title: 'Look at it' } },
  ])
  const wait = await bench.publish([
    { id: 'wait', type: 'wait', title: 'Wait', config: { seconds: 360 * 86_400 } },
  ])
  await bench.startWorker()
  for (const published of [ask, wait]) {
    const runId = await bench.begin(published)
    const status = async () =>
      (
        await bench.admin.query<{ waits: boolean }>(
          `select status = 'suspended' and lease_worker is null as waits from runs where id = $1`,
          [runId],
        )
      ).rows[0]?.waits
    while (!(await status())) await delay(10)
    await cloneRuns(bench.admin, runId, { count: suspended / 2, days: 360 })
  }
  await bench.stopWorkers()
  return round((performance.now() - started) / 1000, 0)
}

async function measured({ bench, chain }: Side) {
  await bench.use()
  const readyMs: number[] = []
  for (let start = 0; start < starts; start++) {
    await bench.stopWorkers()
    const started = performance.now()
    await bench.startWorker()
    await bench.run(chain, { from: 1 })
    readyMs.push(performance.now() - started)
  }
  // Connections plan each statement once before they are quick.
  await bench.together(warm, parallel, async () => await bench.run(chain, { from: 1 }))
  const before = await bench.cost()
  const idleFrom = await cpuMs(bench)
  await delay(idleMs)
  const idleCpuMsASecond = ((await cpuMs(bench)) - idleFrom) / (idleMs / 1000)
  const rate = await engineRate(bench, chain, { runs, parallel })
  const walBytesARun = ((await bench.cost()).walBytes - before.walBytes) / runs
  await bench.stopWorkers()
  // The first start of a round has new connections, which plan every statement.
  return {
    firstReadyMs: readyMs[0] ?? 0,
    readyMs: median(readyMs.slice(1)),
    idleCpuMsASecond,
    ...rate,
    walBytesARun,
  }
}
type Measured = Awaited<ReturnType<typeof measured>>

const fillSeconds = await fill(many)
await none.bench.settle()
await many.bench.settle()
const all = await inTurns(
  { none: async () => await measured(none), many: async () => await measured(many) },
  rounds,
)
const names = [
  'firstReadyMs',
  'readyMs',
  'idleCpuMsASecond',
  'runsASecond',
  'cpuMsARun',
  'walBytesARun',
] as const satisfies (keyof Measured)[]
const of = (side: Measured[], name: keyof Measured): number[] => side.map((each) => each[name])
const medians = (side: Measured[]) =>
  Object.fromEntries(names.map((name) => [name, median(of(side, name))]))
const manyToNone = Object.fromEntries(
  names.map((name) => [name, ratios(of(all.many, name), of(all.none, name))]),
)
report('suspended', {
  suspended,
  rounds,
  fillSeconds,
  none: medians(all.none),
  many: medians(all.many),
  manyToNone,
})
await many.bench.stop()
await none.bench.stop()
process.exit(0)
