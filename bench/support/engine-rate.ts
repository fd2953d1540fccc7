import type { BenchEngine, Published } from './bench-engine.ts'
import { postgresCpuMs } from './cpu.ts'
import { round } from './report.ts'

/** Milliseconds of CPU of this process and of Postgres so far. */
export async function cpuMs(bench: BenchEngine): Promise<number> {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + (await postgresCpuMs(bench.admin))
}

/**
 * Runs a second and CPU a run of the engine on the database in use, with the worker that is there.
 */
export async function engineRate(
  bench: BenchEngine,
  published: Published,
  { runs, parallel }: { runs: number; parallel: number },
): Promise<{ runsASecond: number; cpuMsARun: number }> {
  const from = await cpuMs(bench)
  const seconds = await bench.together(
    runs,
    parallel,
    async () => await bench.run(published, { from: 1, patientId: 'p-1' }),
  )
  return {
    runsASecond: round(runs / seconds, 0),
    cpuMsARun: round(((await cpuMs(bench)) - from) / runs),
  }
}
