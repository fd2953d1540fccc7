import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { makeClient } from '#lib/postgres'
import { authDb, closeDatabase, configureDatabase, inOrganization } from '#db/client'
import { startEmbeddedPostgres } from '#db/embedded'
import { migrate } from '#db/migrate'
import { roleUrls } from '#db/role-url'
import { organizations } from '#db/schema/organizations'
import { workflows, workflowVersions } from '#db/schema/workflows'
import { definitionSchema } from '#lib/domain/workflow/definition'
import { startRun } from '#lib/engine/commands/start-run'
import { stopWatchingRuns, watchRuns } from '#lib/engine/watch/watch'
import { startWorker, type WorkerOptions } from '#lib/engine/worker/worker'
import { newId, randomToken } from '#lib/ids'
import { computeStepExpressions } from '#lib/operations/computing/step-expressions'
import { stepTypes } from '#lib/steps/registry'

/**
 * A `for-each` over 1,000 and over 10,000 items whose body is one transform, in one worker process,
 * on a durable Postgres of its own. Prints JSON: milliseconds from start to end, and transactions a
 * run.
 *
 *     LOG_LEVEL=silent node bench/engine-fan-out.ts
 */
const sizes = [10, 1000, 10_000]
const rounds = 5

const dataDir = mkdtempSync(path.join(tmpdir(), 'rounds-bench-'))
// When root runs this, Postgres is another user, who must be able to enter the folder.
chmodSync(dataDir, 0o711)
const postgres = await startEmbeddedPostgres({ dataDir })
await migrate(postgres.url)
configureDatabase(roleUrls(postgres.url))
const admin = makeClient({ connectionString: postgres.url })
await admin.connect()

const organizationId = newId()
const workflowId = newId()
const versionId = newId()
const definition = definitionSchema.parse({
  steps: [
    { id: 'loop', type: 'for-each', title: 'Loop', config: { items: { $: '[1..start.count]' } } },
    {
      id: 'double',
      type: 'transform',
      title: 'Double',
      after: [{ step: 'loop', via: 'each' }],
      config: { value: { $: 'item * 2' } },
    },
  ],
})
await authDb().insert(organizations).values({ id: organizationId, slug: 'bench', name: 'Bench' })
await inOrganization(organizationId, async (tx) => {
  await tx.insert(workflows).values({
    id: workflowId,
    organizationId,
    slug: 'fan-out',
    name: 'Fan-out',
    draft: definition,
    formToken: randomToken(),
  })
  await tx
    .insert(workflowVersions)
    .values({ id: versionId, organizationId, workflowId, number: 1, definition })
})

const unavailable = async (): Promise<never> =>
  await Promise.reject(new Error('the benchmark calls no service'))
const own = { computeExpressions: computeStepExpressions }
const services = new Proxy(own as unknown as WorkerOptions['services'], {
  get: (target, name) => (Reflect.get(target, name) as unknown) ?? unavailable,
})
const worker = await startWorker({ services, openConnection: unavailable, stepTypes })

async function runOnce(count: number): Promise<number> {
  const started = performance.now()
  const start = {
    organizationId,
    workflowId,
    versionId,
    definition,
    startData: { count },
    trigger: 'api' as const,
    startedBy: null,
    startedByUserId: null,
  }
  const { runId } = await inOrganization(organizationId, (tx) => startRun(tx, start))
  if (!(await watchRuns().waitForRun(runId, { organizationId, timeoutMs: 120_000 })))
    throw new Error(`run ${runId} did not end`)
  const ms = performance.now() - started
  const { rows } = await admin.query<{ last: number }>(
    `select (output->'loop'->'results'->>-1)::int as last from runs where id = $1 union all
      select (body->'loop'->'results'->>-1)::int from payloads where run_id = $1 and body ? 'loop'`,
    [runId],
  )
  if (!rows.some(({ last }) => last === count * 2))
    throw new Error(`run ${runId} did not end well: ${JSON.stringify(rows)}`)
  return ms
}

async function transactions(): Promise<number> {
  // Postgres' counters arrive with a delay of up to a second.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { rows } = await admin.query<{ count: string }>(
    `select xact_commit as count from pg_stat_database where datname = current_database()`,
  )
  return Number(rows[0]?.count)
}

const results: Record<string, unknown>[] = []
await runOnce(200)
for (const items of sizes) {
  const before = await transactions()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await runOnce(items))
  const committed = (await transactions()) - before
  const sorted = [...times].sort((one, other) => one - other)
  results.push({
    items,
    medianMs: Math.round(sorted[Math.floor(rounds / 2)] ?? 0),
    slowestMs: Math.round(sorted.at(-1) ?? 0),
    transactionsPerRun: Math.round(committed / rounds),
  })
}
process.stdout.write(`${JSON.stringify({ benchmark: 'engine-fan-out', rounds, results })}\n`)

await worker.stop()
await stopWatchingRuns()
await admin.end()
await closeDatabase()
await postgres.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exit(0)
