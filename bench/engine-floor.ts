import pg from 'pg'
import { makeClient } from '#lib/postgres'
import { done } from '#lib/steps/define-step'
import { newId } from '#lib/ids'
import { stepTypes } from '#lib/steps/registry'
import { testStep } from '#test/samples/steps'
import { BenchEngine, type Published } from './support/bench-engine.ts'
import { report, round } from './support/report.ts'
import { chainOf, inARow } from './support/steps.ts'

/**
 * The engine ÷ what Postgres alone does for the same commits. The statements of one run (its start
 * and the commits of its turn) are written down as they pass, and then replayed by 20 connections
 * with fresh ids, without an engine: no queue, no expressions, no steps. For chains of 40
 * transforms and of 10 idempotent calls that take no time; both in one process, 20 runs at once, in
 * turn, the median of three rounds.
 *
 *     LOG_LEVEL=silent node bench/engine-floor.ts
 */
const parallel = 20
const runs = 300
const rounds = 3

type Statement = { name: string; text: string; values: unknown[] }
let written: Statement[] | undefined
const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const { name, text, values } = (args[0] ?? {}) as Partial<Statement>
  const given = values ?? args[1]
  if (
    written &&
    text &&
    Array.isArray(given) &&
    (name === 'start-runs' || name?.startsWith('commit:'))
  )
    written.push({ name, text, values: given as unknown[] })
  return query.apply(this, args)
} as typeof pg.Client.prototype.query

const bench = await BenchEngine.start()
const keyed = testStep('keyed', 'idempotent', async ({ config }) => done(config['value'] ?? null))
await bench.startWorker({ stepTypes: new Map([...stepTypes, ['keyed', keyed]]) })

/** Replaces the run's own ids in these values by new ones. */
function renewed(values: unknown[], ids: Map<string, string>): unknown[] {
  return values.map((value) => {
    if (Array.isArray(value)) return renewed(value, ids)
    if (typeof value !== 'string') return value
    return value.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g, (id) => ids.get(id) ?? id)
  })
}

async function statementsOf(of: Published): Promise<{ statements: Statement[]; ids: string[] }> {
  written = []
  const runId = await bench.begin(of, { from: 1 })
  await bench.ended(runId)
  const statements = written
  written = undefined
  const { rows } = await bench.admin.query<{ id: string }>(
    'select id from tasks where run_id = $1 union all select $1',
    [runId],
  )
  return { statements, ids: rows.map(({ id }) => id) }
}

/** A separate start for each replayed run. */
const runAlone = async (of: Published): Promise<void> =>
  await bench.ended(await bench.begin(of, { from: 1 }))

async function replay({
  statements,
  ids,
}: Awaited<ReturnType<typeof statementsOf>>): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: parallel }, async () => {
      const client = makeClient({
        connectionString: bench.url,
        options: '-c plan_cache_mode=force_generic_plan',
      })
      await client.connect()
      return client
    }),
  )
  const free = [...clients]
  const one = async (): Promise<void> => {
    const client = free.pop() as pg.Client
    const fresh = new Map(ids.map((id) => [id, newId()]))
    for (const { name, text, values } of statements) {
      const { rowCount } = await client.query({ name, text, values: renewed(values, fresh) })
      if (rowCount !== 1) throw new Error(`the replay of ${name} wrote nothing`)
    }
    free.push(client)
  }
  await bench.together(parallel * 6, parallel, one)
  const seconds = await bench.together(runs, parallel, one)
  await Promise.all(clients.map((client) => client.end()))
  // Their jobs belong to runs that have ended.
  await bench.admin.query('delete from graphile_worker._private_jobs')
  return runs / seconds
}

const median = (numbers: number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
const results: Record<string, object> = {}
for (const [name, length, steps] of [
  ['pure', 40, chainOf(40)],
  ['effects', 10, inARow(10, (index) => ({ type: 'keyed', config: { value: index } }))],
] as const) {
  const of = await bench.publish(steps)
  await bench.together(60, parallel, () => runAlone(of))
  const recorded = await statementsOf(of)
  const engine: number[] = []
  const alone: number[] = []
  for (let round = 0; round < rounds; round++) {
    engine.push(runs / (await bench.together(runs, parallel, () => runAlone(of))))
    await bench.stopWorkers()
    alone.push(await replay(recorded))
    await bench.startWorker({ stepTypes: new Map([...stepTypes, ['keyed', keyed]]) })
  }
  const ratios = engine.map((rate, index) => rate / (alone[index] ?? rate))
  results[name] = {
    steps: length,
    commits: recorded.statements.length,
    engineStepsPerSecond: Math.round(median(engine) * length),
    postgresStepsPerSecond: Math.round(median(alone) * length),
    ratio: round(median(ratios)),
  }
}
report('engine-floor', { parallel, runs, rounds, ...results })
await bench.stop()
process.exit(0)
