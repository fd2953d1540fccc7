import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { authDb, closeDatabase, configureDatabase, engineDb, inOrganization } from '#db/client'
import { startEmbeddedPostgres } from '#db/embedded'
import { migrate } from '#db/migrate'
import { roleUrls } from '#db/role-url'
import { organizations } from '#db/schema/organizations'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import { definitionSchema } from '#lib/domain/definition'
import { countBooks, readBooks } from '#lib/engine/run-books'
import { startRun } from '#lib/engine/start-run'
import { stopWatchingRuns, watchRuns } from '#lib/engine/watch'
import { startWorker } from '#lib/engine/worker'
import { newId, randomToken } from '#lib/ids'
import { getHome } from '#lib/operations/home/get-home'
import { listRuns } from '#lib/operations/runs/list-runs'
import { stepTypes } from '#lib/steps/registry'

/**
 * What a long history costs: two databases on one durable Postgres, an empty one and one with a million ended and 100,000 suspended runs in twelve months.
 * Prints JSON: throughput of the one ÷ the other (chains of 10 transforms, 20 at once, the two in turn), milliseconds for a page of the list by several
 * filters, for the books and for the home page.
 *
 *     LOG_LEVEL=silent node bench/history.ts [ended] [suspended] [rounds]
 */
const [ended = 1_000_000, suspended = 100_000, rounds = 4] = process.argv.slice(2).map(Number)
const length = 10
const together = 600
const parallel = 20

const dataDir = mkdtempSync(path.join(tmpdir(), 'rounds-bench-'))
// Run by root, Postgres is another user, who must be able to pass through.
chmodSync(dataDir, 0o711)
const postgres = await startEmbeddedPostgres({ dataDir })
const urlOf = (name: string): string => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
const organizationId = newId()
const workflowIds = Array.from({ length: 10 }, () => newId())
const versionIds = workflowIds.map(() => newId())
const definition = definitionSchema.parse({
  steps: Array.from({ length }, (_, index) => ({
    id: `s${index}`,
    type: 'transform',
    title: `Step ${index}`,
    after: index === 0 ? [] : [{ step: `s${index - 1}` }],
    config: { value: { $: index === 0 ? '{ "count": start.from }' : `{ "count": steps.s${index - 1}.output.count + 1 }` } },
  })),
})

async function use(name: string): Promise<void> {
  await stopWatchingRuns()
  await closeDatabase()
  configureDatabase(roleUrls(urlOf(name)))
}

async function prepare(name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  await migrate(urlOf(name))
  await use(name)
  await authDb().insert(organizations).values({ id: organizationId, slug: 'bench', name: 'Bench' })
  await inOrganization(organizationId, async (tx) => {
    for (const [index, id] of workflowIds.entries()) {
      await tx.insert(workflows).values({ id, organizationId, slug: `chain-${index}`, name: `Chain ${index}`, draft: definition, formToken: randomToken() })
      await tx.insert(workflowVersions).values({ id: versionIds[index] ?? '', organizationId, workflowId: id, number: 1, definition })
    }
  })
}

const families = `('runs', 'tasks', 'run_search', 'payloads')`

/** Drops the indexes that are no keys, answers what makes them again: so the rows are written in a third of the time. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `select indexname as name, replace(indexdef, ' ONLY ', ' ') as text from pg_indexes join pg_class on relname = indexname
     where tablename in ${families} and relkind = 'I' and not exists (select from pg_constraint where conindid = pg_class.oid)`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ text }) => text)
}

/** Runs spread over the last twelve months, one task each; 5 % of the ended failed. */
async function fill(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(name) })
  await client.connect()
  await client.query(`select make_run_months((now() - interval '12 months')::date, (now() + interval '3 months')::date)`)
  const indexes = await dropIndexes(client)
  // No triggers: what they write is written here.
  await client.query('set session_replication_role = replica')
  for (const [count, status] of [[ended, 'ended'], [suspended, 'suspended']] as const)
    for (let done = 0; done < count; done += 50_000)
      await client.query(
        `with made as (
           select at, (substr(run_id_at(at)::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid as id, n,
             case when $4 = 'suspended' then 'suspended' when n % 20 = 0 then 'failed' else 'completed' end as status
           from (select n, date_trunc('milliseconds', now() - random() * interval '360 days') as at from generate_series($5::int + 1, least($5::int + 50000, $6::int)) n) drawn),
         written as (
           insert into runs (id, organization_id, workflow_id, version_id, status, trigger, started_by, start_data, output, created_at, finished_at)
           select id, $1, ($2::uuid[])[n % 10 + 1], ($3::uuid[])[n % 10 + 1], status, 'api', 'bench',
             jsonb_build_object('patientId', 'p-' || n % 20000, 'patient', jsonb_build_object('name', (array['Ada','Grace','Alan','Edsger','Barbara'])[n % 5 + 1] || ' Number' || n % 5000)),
             '{"s9": {"count": 10}}', at, case when status <> 'suspended' then at + interval '2 seconds' end
           from made returning id, start_data),
         found as (insert into run_search (run_id, organization_id, fields, words) select id, $1, start_data, run_words(start_data, null) from written)
         insert into tasks (id, organization_id, run_id, key, step_id, step_type, title, effect, status, state, created_at, finished_at)
         select gen_random_uuid(), $1, id, 's0', 's0', 'screen', 'Look', 'pure', case when status = 'suspended' then 'suspended' else 'completed' end,
           case when status = 'suspended' then '{"reason": "screen", "title": "Look"}'::jsonb end, at, at from made`,
        [organizationId, workflowIds, versionIds, status, done, count],
      )
  for (const text of indexes) await client.query(text)
  await client.query('vacuum analyze')
  await client.end()
}

const unavailable = async (): Promise<never> => await Promise.reject(new Error('the benchmark calls no service'))
const services = new Proxy({}, { get: () => unavailable }) as Parameters<typeof startWorker>[0]['services']

/** Runs a second of the engine on the database in use. */
async function throughput(count: number): Promise<number> {
  const worker = await startWorker({ services, openConnection: unavailable, stepTypes })
  const start = { organizationId, workflowId: workflowIds[0] ?? '', versionId: versionIds[0] ?? '', definition, startData: { from: 1, patientId: 'p-1' }, trigger: 'api' as const, startedBy: null, startedByUserId: null }
  const one = async () => {
    const { runId } = await inOrganization(organizationId, (tx) => startRun(tx, start))
    if (!(await watchRuns().waitForRun(runId, { organizationId, timeoutMs: 60_000 }))) throw new Error(`run ${runId} did not end`)
  }
  // Every connection has to plan each statement once before it is quick.
  await Promise.all(Array.from({ length: parallel }, async () => {
    for (let warm = 0; warm < 15; warm++) await one()
  }))
  let left = count
  const begun = performance.now()
  await Promise.all(Array.from({ length: parallel }, async () => {
    while (left-- > 0) await one()
  }))
  const seconds = (performance.now() - begun) / 1000
  await worker.stop()
  return count / seconds
}

/** Null of nothing: with 0 rounds there is no throughput to tell. */
function quantile(times: number[], part: number): number | null {
  const value = [...times].sort((a, b) => a - b)[Math.floor(times.length * part)]
  return value === undefined ? null : Number(value.toFixed(1))
}
async function timed(times: number, work: (index: number) => Promise<unknown>): Promise<{ p50Ms: number | null; p95Ms: number | null }> {
  for (let warm = 0; warm < 5; warm++) await work(warm)
  const taken: number[] = []
  for (let index = 0; index < times; index++) {
    const begun = performance.now()
    await work(index)
    taken.push(performance.now() - begun)
  }
  return { p50Ms: quantile(taken, 0.5), p95Ms: quantile(taken, 0.95) }
}

await prepare('bench_empty')
await prepare('bench_full')
const begunFilling = performance.now()
await fill('bench_full')
const fillSeconds = Math.round((performance.now() - begunFilling) / 1000)

const pairs: { empty: number; full: number }[] = []
for (let round = 0; round < rounds; round++) {
  await use('bench_empty')
  const empty = await throughput(together)
  await use('bench_full')
  pairs.push({ empty, full: await throughput(together) })
}

await use('bench_full')
const actor: Actor = { kind: 'api-key', id: newId(), name: 'bench', email: null, organizationId, role: 'owner' } as Actor
const list = (query: Record<string, unknown>) => timed(50, async () => await listRuns(actor, { limit: 50, ...query }))
let cursor = ''
for (let page = 0; page < 20; page++) cursor = (await listRuns(actor, { limit: 200, ...(cursor ? { cursor } : {}) })).nextCursor ?? ''
const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString()
const lists = {
  newest: await list({}),
  deep: await list({ cursor }),
  completed: await list({ status: 'completed' }),
  failed: await list({ status: 'failed' }),
  suspended: await list({ status: 'suspended' }),
  workflow: await list({ workflow: 'chain-3' }),
  failedOfWorkflow: await list({ workflow: 'chain-0', status: 'failed' }),
  weekFourMonthsAgo: await list({ from: day(127), to: day(120) }),
  field: await list({ 'startData.patientId': 'p-4711' }),
  fieldOfNobody: await list({ 'startData.patientId': 'p-none' }),
  search: await list({ q: 'Grace Number4711' }),
  commonWord: await list({ q: 'grace' }),
}
const booksBefore = await timed(5, async () => await inOrganization(organizationId, (tx) => readBooks(tx)))
const counting = performance.now()
await countBooks(engineDb())
const countMs = Math.round(performance.now() - counting)
const books = await timed(50, async () => await inOrganization(organizationId, (tx) => readBooks(tx)))
const home = await timed(10, async () => await getHome(actor, {}))
const median = (values: number[]): number | null => quantile(values, 0.5)
process.stdout.write(
  `${JSON.stringify({
    benchmark: 'history', ended, suspended, fillSeconds,
    throughput: { emptyRunsPerSecond: median(pairs.map(({ empty }) => empty)), fullRunsPerSecond: median(pairs.map(({ full }) => full)), ratios: pairs.map(({ empty, full }) => Number((full / empty).toFixed(2))) },
    lists, books: { uncounted: booksBefore, countMs, ...books, ...(await inOrganization(organizationId, (tx) => readBooks(tx))) }, home,
  }, null, 1)}\n`,
)
await stopWatchingRuns()
await closeDatabase()
await postgres.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exit(0)
