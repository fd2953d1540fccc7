import { runStepCode } from '#lib/operations/computing/customer-code'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { cpuOfChildren, postgresCpuMs } from './support/cpu.ts'
import { BenchEngine } from './support/bench-engine.ts'
import { quantile, report, round } from './support/report.ts'
import { inARow } from './support/steps.ts'

/**
 * Ten `code` steps in a row, each in the sandbox: one run at a time, then 20 at once; commits a
 * run, and where its CPU goes.
 *
 *     LOG_LEVEL=silent node bench/engine-code.ts
 */
const bench = await BenchEngine.start()
const unavailable = async (): Promise<never> =>
  await Promise.reject(new Error('the benchmark calls no other service'))
const services = new Proxy(
  { runCode: runStepCode },
  { get: (target, name) => (Reflect.get(target, name) as unknown) ?? unavailable },
) as never
await bench.startWorker({ services })
const of = await bench.publish(
  inARow(10, (index, before) => ({
    type: 'code',
    config: {
      source:
        index === 0
          ? 'export default async ({ start }) => ({ count: start.from })'
          : `export default async ({ steps }) => ({ count: steps.${before}.output.count + 1 })`,
    },
  })),
)

// Until both runners have started and their machine code is optimized.
await bench.together(400, 20, () => bench.run(of, { from: 1 }))
const alone: number[] = []
for (let count = 0; count < 50; count++) alone.push(await bench.run(of, { from: 1 }))
const runs = 400
const measured = async () => ({
  ...(await bench.cost()),
  cpu: process.cpuUsage(),
  runners: cpuOfChildren(process.pid),
  postgres: await postgresCpuMs(bench.admin),
})
const before = await measured()
const seconds = await bench.together(runs, 20, () => bench.run(of, { from: 1 }))
const after = await measured()
await bench.allCompleted()
const engine = after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system
report('engine-code', {
  steps: 10,
  alone: { runs: 50, p50Ms: quantile(alone, 0.5), p95Ms: quantile(alone, 0.95) },
  together: {
    parallel: 20,
    runs,
    runsPerSecond: round(runs / seconds, 1),
    commitsPerRun: round((after.commits - before.commits) / runs, 1),
    cpuMsPerRun: {
      engine: round(engine / 1000 / runs),
      runners: round((after.runners - before.runners) / runs),
      postgres: round((after.postgres - before.postgres) / runs),
    },
  },
})
await bench.stop()
await stopProcessPools()
process.exit(0)
