/**
 * A model of one cell (web, workers, one cluster of Postgres) over a day, second by second, fed
 * with what a run costs (`bench/run-costs.ts`). It is a model of queues, not of Postgres: what it
 * cannot know stands in docs/scale.md under “Assumed”.
 */

/** What one run of a kind costs: ms of CPU, commits, KB written to the log and kept on disk. */
export type RunCost = {
  webMs: number
  workerMs: number
  postgresMs: number
  commits: number
  walKb: number
  keptKb: number
}

/** Cores of each part, and what the database's disk takes. */
export type Cell = {
  webCores: number
  workerCores: number
  postgresCores: number
  /** MB of write-ahead log a second. */
  walMb: number
}

export type Day = {
  runs: number
  /** The share of each kind of run; together 1. */
  mix: Record<string, number>
  /** Runs that are all started in one second of an hour, for example by a nightly file. */
  batches?: { hour: number; runs: number }[]
  /** The database is away for so long, at the busiest hour: a failover. */
  failoverSeconds?: number
}

const parts = ['web', 'worker', 'postgres', 'log'] as const
export type Part = (typeof parts)[number]

export type Outcome = {
  /** Runs a second at the busiest hour, batches aside. */
  peak: number
  /** The share of each part that is in use at the busiest hour. */
  use: Record<Part, number>
  /** Seconds that half, and 99 of 100 runs wait for a turn in all parts together. */
  waitP50: number
  waitP99: number
  /** The longest time until nothing waited any more after a batch or failover, in seconds. */
  backlogSeconds: number
  /** GB that the day adds to the database, and to the log. */
  keptGb: number
  logGb: number
}

/**
 * The part of a day's runs in each hour: offices work from 7 to 18, systems all night. The busiest
 * hour has 2.4 times the mean.
 */
const hours = [1, 1, 1, 1, 1, 2, 4, 7, 10, 10, 9, 8, 7, 8, 9, 8, 6, 4, 2, 1, 1, 1, 1, 1].map(
  (weight, _, all) => weight / all.reduce((sum, one) => sum + one, 0),
)

/**
 * What `cores` do together, in cores: Gunther's Universal Scalability Law with 2 % of the work one
 * after the other and no cost of coherence. Assumed: the machine of the measurements has two cores.
 */
const together = (cores: number): number => cores / (1 + 0.02 * (cores - 1))

/** The mean cost of a run of this mix. */
export function meanCost(costs: Record<string, RunCost>, mix: Record<string, number>): RunCost {
  const mean = { webMs: 0, workerMs: 0, postgresMs: 0, commits: 0, walKb: 0, keptKb: 0 }
  for (const [kind, share] of Object.entries(mix)) {
    const cost = costs[kind]
    if (!cost) throw new Error(`The mix names ${kind}, which was not measured.`)
    for (const key of Object.keys(mean) as (keyof RunCost)[]) mean[key] += share * cost[key]
  }
  return mean
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A Poisson number; above 50 by the normal distribution, which is as good there. */
function poisson(mean: number, random: () => number): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal))
  }
  let count = -1
  for (let left = 1; left > Math.exp(-mean); left *= random()) count++
  return count
}

/** What each part can do in a second, and what a run asks of it: ms of CPU, for the log KB. */
function demands(cost: RunCost, cell: Cell): Record<Part, { capacity: number; perRun: number }> {
  return {
    web: { capacity: cell.webCores * 1000, perRun: cost.webMs },
    worker: { capacity: cell.workerCores * 1000, perRun: cost.workerMs },
    postgres: { capacity: together(cell.postgresCores) * 1000, perRun: cost.postgresMs },
    log: { capacity: cell.walMb * 1024, perRun: cost.walKb },
  }
}

/** The value below which this part of the weighted values lies. */
function weightedQuantile(values: { wait: number; runs: number }[], part: number): number {
  const sorted = [...values].sort((one, other) => one.wait - other.wait)
  const all = sorted.reduce((sum, { runs }) => sum + runs, 0)
  let below = 0
  for (const { wait, runs } of sorted) {
    below += runs
    if (below >= part * all) return wait
  }
  return 0
}

/** One day of one cell; the same for the same seed. */
export function simulateDay(
  costs: Record<string, RunCost>,
  cell: Cell,
  { runs, mix, batches = [], failoverSeconds = 0 }: Day,
  seed = 1,
): Outcome {
  const random = randomOf(seed)
  const cost = meanCost(costs, mix)
  const asked = demands(cost, cell)
  const busiest = hours.indexOf(Math.max(...hours))
  const failover = busiest * 3600 + 1800
  const waiting: Record<Part, number> = { web: 0, worker: 0, postgres: 0, log: 0 }
  const waits: { wait: number; runs: number }[] = []
  let all = 0
  let backlog = 0
  let longest = 0
  for (let second = 0; second < 86_400; second++) {
    const hour = Math.floor(second / 3600)
    const batch = batches.find((one) => one.hour === hour && second % 3600 === 0)?.runs ?? 0
    const came = poisson((runs * (hours[hour] ?? 0)) / 3600, random) + batch
    all += came
    const away = second >= failover && second < failover + failoverSeconds
    let wait = 0
    for (const part of parts) {
      const { capacity, perRun } = asked[part]
      const before = waiting[part]
      // A run that comes in the middle of the second waits for what is there and half of its fellows.
      wait += (before + (came * perRun) / 2) / capacity
      const stands = away && (part === 'postgres' || part === 'log')
      waiting[part] = Math.max(0, before + came * perRun - (stands ? 0 : capacity))
    }
    if (away) wait += failover + failoverSeconds - second
    if (came > 0) waits.push({ wait, runs: came })
    backlog = away || parts.some((part) => waiting[part] > 0) ? backlog + 1 : 0
    longest = Math.max(longest, backlog)
  }
  const peak = (runs * Math.max(...hours)) / 3600
  const use = (part: Part) => (peak * asked[part].perRun) / asked[part].capacity
  return {
    peak,
    use: { web: use('web'), worker: use('worker'), postgres: use('postgres'), log: use('log') },
    waitP50: weightedQuantile(waits, 0.5),
    waitP99: weightedQuantile(waits, 0.99),
    backlogSeconds: longest,
    keptGb: (all * cost.keptKb) / 1024 ** 2,
    logGb: (all * cost.walKb) / 1024 ** 2,
  }
}

/** Runs a second at the busiest hour with which Postgres is used for no more than `use`. */
export function holds(cost: RunCost, postgresCores: number, use: number): number {
  return (together(postgresCores) * 1000 * use) / cost.postgresMs
}
