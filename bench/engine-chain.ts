import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { authDb, closeDatabase, configureDatabase, inOrganization } from '#db/client'
import { startEmbeddedPostgres } from '#db/embedded'
import { migrate } from '#db/migrate'
import { roleUrls } from '#db/role-url'
import { organizations } from '#db/schema/organizations'
import { workflows, workflowVersions } from '#db/schema/workflows'
import { definitionSchema } from '#lib/domain/definition'
import { startRun } from '#lib/engine/start-run'
import { stopWatchingRuns, watchRuns } from '#lib/engine/watch'
import { startWorker, type WorkerOptions } from '#lib/engine/worker'
import { newId, randomToken } from '#lib/ids'
import { stepTypes } from '#lib/steps/registry'

/**
 * A chain of 40 `transform` steps in the engine alone (no HTTP): one run at a time, then 20 at once, on a durable Postgres of its own.
 * Prints JSON: milliseconds from start to end for one, runs and steps a second for 20, and transactions a run (the pollers' share included); and what a
 * step costs this process in chains of 10 and of 1,000 steps, in microseconds of CPU, which other load changes little.
 *
 *     LOG_LEVEL=silent node bench/engine-chain.ts
 */
const length = 40
const alone = 200
const together = 600
const parallel = 20

const dataDir = mkdtempSync(path.join(tmpdir(), 'rounds-bench-'))
// Run by root, Postgres is another user, who must be able to pass through.
chmodSync(dataDir, 0o711)
const postgres = await startEmbeddedPostgres({ dataDir })
await migrate(postgres.url)
configureDatabase(roleUrls(postgres.url))
const admin = new pg.Client({ connectionString: postgres.url })
await admin.connect()

const organizationId = newId()
const chainOf = (length: number) => definitionSchema.parse({
  steps: Array.from({ length }, (_, index) => ({
    id: `s${index}`,
    type: 'transform',
    title: `Step ${index}`,
    after: index === 0 ? [] : [{ step: `s${index - 1}` }],
    config: { value: { $: index === 0 ? '{ "count": start.from }' : `{ "count": steps.s${index - 1}.output.count + 1 }` } },
  })),
})
await authDb().insert(organizations).values({ id: organizationId, slug: 'bench', name: 'Bench' })

async function publish(length: number): Promise<{ workflowId: string; versionId: string; definition: ReturnType<typeof chainOf> }> {
  const [workflowId, versionId, definition] = [newId(), newId(), chainOf(length)]
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(workflows).values({ id: workflowId, organizationId, slug: `chain-${length}`, name: 'Chain', draft: definition, formToken: randomToken() })
    await tx.insert(workflowVersions).values({ id: versionId, organizationId, workflowId, number: 1, definition })
  })
  return { workflowId, versionId, definition }
}
const chain = await publish(length)

const unavailable = async (): Promise<never> => await Promise.reject(new Error('the benchmark calls no service'))
const services = new Proxy({}, { get: () => unavailable }) as WorkerOptions['services']
const worker = await startWorker({ services, openConnection: unavailable, stepTypes })

async function runOnce(of = chain): Promise<number> {
  const begun = performance.now()
  const start = { organizationId, ...of, startData: { from: 1 }, trigger: 'api' as const, startedBy: null, startedByUserId: null }
  const { runId } = await inOrganization(organizationId, (tx) => startRun(tx, start))
  if (!(await watchRuns().waitForRun(runId, { organizationId, timeoutMs: 60_000 }))) throw new Error(`run ${runId} did not end`)
  return performance.now() - begun
}

async function transactions(): Promise<number> {
  const { rows } = await admin.query<{ count: string }>(`select xact_commit as count from pg_stat_database where datname = current_database()`)
  return Number(rows[0]?.count)
}

/** Microseconds of this process's CPU for a step, over about 5,000 of them. */
async function stepCost(steps: number): Promise<number> {
  const of = await publish(steps)
  for (let warm = 0; warm < 3; warm++) await runOnce(of)
  const runs = Math.ceil(5000 / steps)
  const before = process.cpuUsage()
  for (let run = 0; run < runs; run++) await runOnce(of)
  const { user, system } = process.cpuUsage(before)
  return Math.round((user + system) / runs / steps)
}

const quantile = (times: number[], part: number): number => Number([...times].sort((a, b) => a - b)[Math.floor(times.length * part)]?.toFixed(2))

for (let warm = 0; warm < 30; warm++) await runOnce()
const single: number[] = []
for (let count = 0; count < alone; count++) single.push(await runOnce())

const before = await transactions()
const begun = performance.now()
let left = together
await Promise.all(Array.from({ length: parallel }, async () => {
  while (left-- > 0) await runOnce()
}))
const seconds = (performance.now() - begun) / 1000
// What Postgres counts arrives with a delay of up to a second.
await new Promise((resolve) => setTimeout(resolve, 1500))
const committed = (await transactions()) - before

const cost = { at10Us: await stepCost(10), at1000Us: await stepCost(1000) }

const check = await admin.query<{ wrong: number }>(`select count(*)::int as wrong from runs where status <> 'completed' or (workflow_id = '${chain.workflowId}' and output->'s${length - 1}'->>'count' <> '${length}')`)
process.stdout.write(
  `${JSON.stringify({
    benchmark: 'engine-chain',
    steps: length,
    alone: { runs: alone, p50Ms: quantile(single, 0.5), p95Ms: quantile(single, 0.95) },
    together: { parallel, runs: together, runsPerSecond: Math.round(together / seconds), stepsPerSecond: Math.round((together * length) / seconds), transactionsPerRun: Number((committed / together).toFixed(1)) },
    stepCost: { ...cost, ratio: Number((cost.at1000Us / cost.at10Us).toFixed(2)) },
    wrong: check.rows[0]?.wrong,
  })}\n`,
)

await worker.stop()
await stopWatchingRuns()
await admin.end()
await closeDatabase()
await postgres.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exit(0)
