import { performance } from 'node:perf_hooks'
import { startApiProcesses, type ApiProcesses, type Cpu } from './support/api-processes.ts'
import { BenchEngine, type Published } from './support/bench-engine.ts'
import { quantile, report, round } from './support/report.ts'
import { chainOf } from './support/steps.ts'

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
process.env['SECRET_KEY'] ??= 'a-secret-key-of-this-benchmark-alone'
const bench = await BenchEngine.start()
const sum = { id: 's0', type: 'transform', title: 'Sum' }
const computed = await bench.publish(chainOf(1))
const summed = await bench.publish([
  { ...sum, config: { value: { $: '{ "count": $sum([start.from]) }' } } },
])
const processes = await startApiProcesses(bench)

/** Starts a run and waits for its end; returns the milliseconds until the answer has arrived. */
async function call({ ask }: ApiProcesses, { workflowId }: Published): Promise<number> {
  const started = performance.now()
  const answer = await ask('POST', `/workflows/${workflowId}/runs`, {
    body: { startData: { from: 1 } },
    headers: { prefer: 'wait=30' },
  })
  if (!answer.includes('"completed"')) throw new Error(answer.slice(0, 300))
  return performance.now() - started
}

async function measured(of: Published): Promise<object> {
  await bench.together(3000, 20, async () => await call(processes, of))
  const alone: number[] = []
  for (let count = 0; count < 100; count++) alone.push(await call(processes, of))
  const times: number[] = []
  const calls = 2000
  const before = await bench.cost()
  const cpuBefore = await processes.cpu()
  const seconds = await bench.together(calls, 20, async () => times.push(await call(processes, of)))
  const cpuAfter = await processes.cpu()
  const after = await bench.cost()
  const cpuMs = (of: keyof Cpu) => round((cpuAfter[of] - cpuBefore[of]) / calls)
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
    cpuMsPerRun: {
      api: cpuMs('api'),
      worker: cpuMs('worker'),
      postgres: cpuMs('postgres'),
      caller: cpuMs('caller'),
    },
  }
}

const inline = await measured(computed)
const handedOver = await measured(summed)
await bench.allCompleted()
report('api-start', { ...inline, handedOver })
await processes.stop()
await bench.stop()
process.exit(0)
