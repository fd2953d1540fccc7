import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { BenchEngine } from './support/bench-engine.ts'
import { cloneRuns } from './support/clone-runs.ts'
import { postgresCpuMs } from './support/cpu.ts'
import { report, round } from './support/report.ts'
import { chainOf } from './support/steps.ts'

/**
 * What runs that wait cost those that do not: a worker's start until its first run has ended, five idle seconds, and a run of ten steps; CPU of this process and of
 * Postgres, with no suspended run and with a million of them (half wait for a person, half for a time months ahead), on the same Postgres.
 *
 *     LOG_LEVEL=silent node bench/suspended.ts [suspended]
 */
const [suspended = 1_000_000] = process.argv.slice(2).map(Number)
const [starts, runs, parallel, idleMs] = [3, 400, 20, 5000]

const bench = await BenchEngine.start()
const chain = await bench.publish(chainOf(10))
const ask = await bench.publish([{ id: 'ask', type: 'screen', title: 'Ask', config: { title: 'Look at it' } }])
const wait = await bench.publish([{ id: 'wait', type: 'wait', title: 'Wait', config: { seconds: 360 * 86_400 } }])

async function cpu(): Promise<number> {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + (await postgresCpuMs(bench.admin))
}

async function measured() {
  const readyMs: number[] = []
  for (let start = 0; start < starts; start++) {
    await bench.stopWorkers()
    const begun = performance.now()
    await bench.startWorker()
    await bench.run(chain, { from: 1 })
    readyMs.push(performance.now() - begun)
  }
  // Connections plan each statement once before they are quick.
  await bench.together(200, parallel, async () => await bench.run(chain, { from: 1 }))
  const [before, idleFrom] = [await bench.cost(), await cpu()]
  await delay(idleMs)
  const idleCpuMs = (await cpu()) - idleFrom
  const from = await cpu()
  const seconds = await bench.together(runs, parallel, async () => await bench.run(chain, { from: 1 }))
  const cpuMs = ((await cpu()) - from) / runs
  const after = await bench.cost()
  return { readyMs: round(Math.min(...readyMs), 0), idleCpuMsASecond: round(idleCpuMs / (idleMs / 1000), 1), runsASecond: round(runs / seconds, 0), cpuMsARun: round(cpuMs, 2), walBytesARun: round((after.walBytes - before.walBytes) / runs, 0) }
}

const none = await measured()
await bench.admin.query(`select make_run_months((now() - interval '12 months')::date, (now() + interval '3 months')::date)`)
const fillingFrom = performance.now()
for (const published of [ask, wait]) {
  const runId = await bench.begin(published)
  const status = async () => (await bench.admin.query<{ waits: boolean }>(`select status = 'suspended' and lease_worker is null as waits from runs where id = $1`, [runId])).rows[0]?.waits
  while (!(await status())) await delay(10)
  await cloneRuns(bench.admin, runId, { count: suspended / 2, days: 360 })
}
const fillSeconds = round((performance.now() - fillingFrom) / 1000, 0)
const many = await measured()
report('suspended', { suspended, fillSeconds, none, many, cpuNoneToMany: round(none.cpuMsARun / many.cpuMsARun), throughputManyToNone: round(many.runsASecond / none.runsASecond) })
await bench.stop()
process.exit(0)
