import { performance } from 'node:perf_hooks'
import { engineDb, inOrganization } from '#db/client'
import { newActor, type Actor } from '#lib/auth/actor'
import { emptyBook, type AccessBook } from '#lib/domain/access/decide'
import { advanceRunTotals, loadRunTotals } from '#lib/engine/store/reads/run-totals'
import { newId } from '#lib/ids'
import { getHome } from '#lib/operations/home/get-home'
import { listRuns } from '#lib/operations/runs/list-runs'
import { listScreens } from '#lib/operations/screens/list-screens'
import { BenchEngine, type Published } from './support/bench-engine.ts'
import { engineRate } from './support/engine-rate.ts'
import { inTurns, median, ratios } from './support/in-turns.ts'
import { quantile, report, round } from './support/report.ts'
import { chainOf } from './support/steps.ts'

/**
 * What a long history costs: two databases on one durable Postgres, a new one and one with a
 * million ended and 100,000 suspended runs in twelve months. Throughput and CPU of chains of 10
 * transforms, 20 at once, in turn, after what the filling left to do is done; the ratios of full to
 * empty; milliseconds for a page of the list by several filters, for the books and for the home
 * page. Then list, inbox and home page of callers who do not see all runs, beside the owner's.
 * With 0 rounds only the reads are measured.
 *
 *     LOG_LEVEL=silent node bench/history.ts [ended] [suspended] [rounds]
 */
const [ended = 1_000_000, suspended = 100_000, rounds = 5] = process.argv.slice(2).map(Number)
const warm = 400
const runs = 2000
const parallel = 20
/** A person who started every 500th run and worked on every 700th screen. */
const worker = newId()

const families = `('runs', 'tasks', 'run_search', 'payloads')`

/**
 * Drops the indexes that are not keys and returns the statements that create them again, so that
 * the rows are written in a third of the time.
 */
async function dropIndexes({ admin }: BenchEngine): Promise<string[]> {
  const { rows } = await admin.query<{ name: string; text: string }>(
    `select indexname as name, replace(indexdef, ' ONLY ', ' ') as text from pg_indexes
      join pg_class on relname = indexname
     where tablename in ${families} and relkind = 'I'
       and not exists (select from pg_constraint where conindid = pg_class.oid)`,
  )
  for (const { name } of rows) await admin.query(`drop index ${name}`)
  return rows.map(({ text }) => text)
}

/**
 * Inserts runs spread over the last twelve months, with one task each; 5 % of the ended ones
 * failed. Returns seconds.
 */
async function fill(bench: BenchEngine, published: Published[]): Promise<number> {
  const started = performance.now()
  const { admin, organizationId } = bench
  await admin.query(
    `select make_run_months((now() - interval '12 months')::date,
      (now() + interval '3 months')::date)`,
  )
  const indexes = await dropIndexes(bench)
  // Triggers are off, because this inserts their rows too.
  await admin.query('set session_replication_role = replica')
  for (const [count, status] of [
    [ended, 'ended'],
    [suspended, 'suspended'],
  ] as const)
    for (let done = 0; done < count; done += 50_000)
      await admin.query(
        `with made as (
           select at, (substr(run_id_at(at)::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid as id, gen_random_uuid() as task_id, n,
             case when $4 = 'suspended' then 'suspended' when n % 20 = 0 then 'failed' else 'completed' end as status
           from (select n, date_trunc('milliseconds', now() - random() * interval '360 days') as at from generate_series($5::int + 1, least($5::int + 50000, $6::int)) n) drawn),
         written as (
           insert into runs (id, organization_id, workflow_id, version_id, status, trigger, started_by, started_by_user_id, start_data, output, created_at, finished_at)
           select id, $1, ($2::uuid[])[n % 10 + 1], ($3::uuid[])[n % 10 + 1], status, 'api', 'bench',
             case when n % 500 = 0 then $7::uuid end,
             jsonb_build_object('patientId', 'p-' || n % 20000, 'patient', jsonb_build_object('name', (array['Ada','Grace','Alan','Edsger','Barbara'])[n % 5 + 1] || ' Number' || n % 5000)),
             '{"s9": {"count": 10}}', at, case when status <> 'suspended' then at + interval '2 seconds' end
           from made returning id, start_data),
         waiting as (
           insert into work_items (task_id, run_id, case_run_id, organization_id, workflow_id, step_id, title, priority, opened_at)
           select task_id, id, id, $1, ($2::uuid[])[n % 10 + 1], 's0', 'Look', 0, at from made where status = 'suspended'),
         found as (insert into run_search (run_id, organization_id, fields, words) select id, $1, start_data, run_words(start_data, null) from written)
         insert into tasks (id, organization_id, run_id, key, step_id, step_type, title, effect, status, state, claimed_by, created_at, finished_at)
         select task_id, $1, id, 's0', 's0', 'screen', 'Look', 'pure', case when status = 'suspended' then 'suspended' else 'completed' end,
           case when status = 'suspended' then '{"reason": "screen", "title": "Look"}'::jsonb end,
           case when status <> 'suspended' and n % 700 = 0 then $7::uuid end, at, at from made`,
        [
          organizationId,
          published.map(({ workflowId }) => workflowId),
          published.map(({ versionId }) => versionId),
          status,
          done,
          count,
          worker,
        ],
      )
  for (const text of indexes) await admin.query(text)
  return round((performance.now() - started) / 1000, 0)
}

async function timed(
  times: number,
  work: () => Promise<unknown>,
): Promise<{ p50Ms: number; p95Ms: number }> {
  for (let before = 0; before < 5; before++) await work()
  const taken: number[] = []
  for (let index = 0; index < times; index++) {
    const started = performance.now()
    await work()
    taken.push(performance.now() - started)
  }
  return { p50Ms: quantile(taken, 0.5), p95Ms: quantile(taken, 0.95) }
}

const publish = async (bench: BenchEngine): Promise<Published[]> => {
  const published: Published[] = []
  while (published.length < 10) published.push(await bench.publish(chainOf(10)))
  return published
}
const empty = await BenchEngine.start()
const [emptyChain] = await publish(empty)
const full = await empty.beside('full')
const published = await publish(full)
const [chain, , , fourth] = published
if (!emptyChain || !chain || !fourth) throw new Error('nothing was published')
const fillSeconds = await fill(full, published)
await empty.settle()
await full.settle()

/** Nobody but owners sees the runs of these workflows, does their screens or starts them. */
function bookOf(closed: Published[]): AccessBook {
  const rules = { run: [], edit: [], publish: [], seeRuns: [], screens: { '*': [] } }
  return {
    ...emptyBook,
    workflows: new Map(
      closed.map(({ workflowId: id }) => [id, { id, folderId: null, rules }] as const),
    ),
  }
}

/** List, inbox and home page as a caller sees them. */
async function readsOf(caller: Actor) {
  const pages = (query: Record<string, unknown>) =>
    timed(30, async () => await listRuns(caller, { limit: 50, ...query }))
  return {
    newest: await pages({}),
    suspended: await pages({ status: 'suspended' }),
    failed: await pages({ status: 'failed' }),
    search: await pages({ q: 'Grace Number4711' }),
    commonWord: await pages({ q: 'grace' }),
    inbox: await timed(30, async () => await listScreens(caller, { limit: 50, claim: 'any' })),
    home: await timed(10, async () => await getHome(caller, {})),
  }
}

async function rate(bench: BenchEngine, of: Published) {
  await bench.use()
  await bench.startWorker()
  // Every connection has to plan each statement once before it is fast.
  await bench.together(warm, parallel, async () => await bench.run(of, { from: 1 }))
  const measured = await engineRate(bench, of, { runs, parallel })
  await bench.stopWorkers()
  return measured
}
const rates = await inTurns(
  { empty: async () => await rate(empty, emptyChain), full: async () => await rate(full, chain) },
  rounds,
)
const speed = (side: typeof rates.full) => side.map(({ runsASecond }) => runsASecond)
const cpu = (side: typeof rates.full) => side.map(({ cpuMsARun }) => cpuMsARun)

await full.use()
const { organizationId } = full
const actor = newActor({
  kind: 'api-key',
  id: newId(),
  name: 'bench',
  email: null,
  organizationId,
  role: 'owner',
})
const list = (query: Record<string, unknown>) =>
  timed(50, async () => await listRuns(actor, { limit: 50, ...query }))
let cursor = ''
for (let page = 0; page < 20; page++)
  cursor = (await listRuns(actor, { limit: 200, ...(cursor ? { cursor } : {}) })).nextCursor ?? ''
const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString()
const lists = {
  newest: await list({}),
  deep: await list({ cursor }),
  completed: await list({ status: 'completed' }),
  failed: await list({ status: 'failed' }),
  suspended: await list({ status: 'suspended' }),
  workflow: await list({ workflow: fourth.workflowId }),
  failedOfWorkflow: await list({ workflow: chain.workflowId, status: 'failed' }),
  weekFourMonthsAgo: await list({ from: day(127), to: day(120) }),
  field: await list({ 'startData.patientId': 'p-4711' }),
  fieldOfNobody: await list({ 'startData.patientId': 'p-none' }),
  search: await list({ q: 'Grace Number4711' }),
  searchOfNobody: await list({ q: 'Grace Nobody' }),
  commonWord: await list({ q: 'grace' }),
  manyWords: await list({ q: 'Number4' }),
}
const booksBefore = await timed(
  5,
  async () => await inOrganization(organizationId, (tx) => loadRunTotals(tx)),
)
const counting = performance.now()
await advanceRunTotals(engineDb())
const countMs = round(performance.now() - counting, 0)
const totals = await timed(
  50,
  async () => await inOrganization(organizationId, (tx) => loadRunTotals(tx)),
)
const home = await timed(10, async () => await getHome(actor, {}))
const asPerson = (role: string, book: AccessBook) =>
  newActor({ kind: 'user', id: worker, name: role, organizationId, role, book })
const half = bookOf(published.slice(0, 5))
const narrowed = {
  owner: await readsOf(asPerson('owner', emptyBook)),
  worker: await readsOf(asPerson('worker', emptyBook)),
  workerByRules: await readsOf(asPerson('worker', half)),
  workerOfNothing: await readsOf(asPerson('worker', bookOf(published))),
  builderByRules: await readsOf(asPerson('builder', half)),
}
const balance = await inOrganization(organizationId, (tx) => loadRunTotals(tx))
report('history', {
  ended,
  suspended,
  fillSeconds,
  rounds,
  throughput: {
    emptyRunsASecond: median(speed(rates.empty)),
    fullRunsASecond: median(speed(rates.full)),
    fullToEmpty: ratios(speed(rates.full), speed(rates.empty)),
  },
  cpu: {
    emptyMsARun: median(cpu(rates.empty)),
    fullMsARun: median(cpu(rates.full)),
    fullToEmpty: ratios(cpu(rates.full), cpu(rates.empty)),
  },
  lists,
  books: { uncounted: booksBefore, countMs, ...totals, ...balance },
  home,
  narrowed,
})
await full.stop()
await empty.stop()
process.exit(0)
