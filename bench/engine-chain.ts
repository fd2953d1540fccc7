import { postgresCpuMs } from './support/cpu.ts'
import { BenchEngine, type Published } from './support/bench-engine.ts'
import { quantile, report, round } from './support/report.ts'
import { chainOf } from './support/steps.ts'

/**
 * A chain of 40 `transform` steps in the engine alone (no HTTP): one run at a time, then 20 at
 * once; commits and bytes of write-ahead log a run; and what a step costs this process in chains of
 * 10 and of 1,000 steps, in microseconds of CPU, which other load changes little.
 *
 *     LOG_LEVEL=silent node bench/engine-chain.ts
 */
const length = 40
const alone = 200
const together = 2000
const parallel = 20

const bench = await BenchEngine.start()
const chain = await bench.publish(chainOf(length))
await bench.startWorker()
const from = { from: 1 }

/**
 * Microseconds of this process's CPU (start, turn, waiting) for a step, over about 5,000 of them.
 */
async function stepCost(steps: number): Promise<number> {
  const of: Published = await bench.publish(chainOf(steps))
  for (let warm = 0; warm < 3; warm++) await bench.run(of, from)
  const runs = Math.ceil(5000 / steps)
  const before = process.cpuUsage()
  for (let run = 0; run < runs; run++) await bench.run(of, from)
  const { user, system } = process.cpuUsage(before)
  return Math.round((user + system) / runs / steps)
}

// Simulates a worker that has run for a while, because the first thousand runs of a process cost
// half as much again.
await bench.together(1500, parallel, async () => await bench.run(chain, from))
const single: number[] = []
for (let count = 0; count < alone; count++) single.push(await bench.run(chain, from))

const before = await bench.cost()
const cpuBefore = process.cpuUsage()
const postgresBefore = await postgresCpuMs(bench.admin)
const seconds = await bench.together(together, parallel, () => bench.run(chain, from))
const cpu = process.cpuUsage(cpuBefore)
const postgresCpu = (await postgresCpuMs(bench.admin)) - postgresBefore
const after = await bench.cost()

const cost = { at10Us: await stepCost(10), at1000Us: await stepCost(1000) }
await bench.allCompleted()
const { rows } = await bench.admin.query<{ wrong: number }>(
  `select count(*)::int as wrong from runs where workflow_id = $1
    and output->'s${length - 1}'->>'count' is distinct from '${length}'`,
  [chain.workflowId],
)
if (rows[0]?.wrong !== 0) throw new Error(`${rows[0]?.wrong} runs counted wrongly`)

report('engine-chain', {
  steps: length,
  alone: { runs: alone, p50Ms: quantile(single, 0.5), p95Ms: quantile(single, 0.95) },
  together: {
    parallel,
    runs: together,
    runsPerSecond: Math.round(together / seconds),
    stepsPerSecond: Math.round((together * length) / seconds),
    commitsPerRun: round((after.commits - before.commits) / together, 1),
    walKbPerRun: round((after.walBytes - before.walBytes) / together / 1024, 1),
    cpuMsPerRun: {
      engine: round((cpu.user + cpu.system) / 1000 / together),
      postgres: round(postgresCpu / together),
    },
  },
  stepCost: { ...cost, ratio: round(cost.at1000Us / cost.at10Us) },
})
await bench.stop()
process.exit(0)
