import { performance } from 'node:perf_hooks'
import { Client } from 'undici'
import type { Running } from './drivers/driver.ts'
import { workloads, type WorkloadName } from './workloads.ts'

export type Load = {
  /** Milliseconds of each run, from the request to its whole answer. */
  times: number[]
  /** From the first request to the last answer. */
  seconds: number
}

/** The benchmark fails when runs have not ended this long after the last start. */
const patienceMs = 120_000

let next = 1

/**
 * Starts runs over `connections` open connections, each as soon as the one before is answered, for
 * `seconds` and at least one each. Throws at a wrong answer.
 */
export async function play(
  engine: Running,
  workload: WorkloadName,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const clients = Array.from(
    { length: connections },
    () =>
      new Client(engine.origin, {
        pipelining: 1,
        keepAliveTimeout: 600_000,
        headersTimeout: patienceMs,
        bodyTimeout: patienceMs,
      }),
  )
  const times: number[] = []
  const from = performance.now()
  const until = from + seconds * 1000
  try {
    await Promise.all(
      clients.map(async (client) => {
        do times.push(await playOne(client, engine, workload))
        while (performance.now() < until)
      }),
    )
    return { times, seconds: (performance.now() - from) / 1000 }
  } finally {
    await Promise.all(clients.map((client) => client.destroy()))
  }
}

/** Milliseconds of one run. */
async function playOne(client: Client, engine: Running, workload: WorkloadName): Promise<number> {
  const n = next++
  const from = performance.now()
  const { statusCode, body } = await client.request({
    method: 'POST',
    ...engine.request(workload, n),
  })
  const answer = await body.text()
  const took = performance.now() - from
  if (statusCode !== 200)
    throw new Error(`${workload} was answered ${statusCode}: ${answer.slice(0, 1000)}`)
  const value = engine.valueOf(workload, answer)
  const expected = workloads[workload].expected(n)
  if (value !== expected)
    throw new Error(`${workload} of ${n} was answered ${value} instead of ${expected}.`)
  return took
}
