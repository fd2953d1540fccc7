import { performance } from 'node:perf_hooks'
import { newActor, type Actor } from '#lib/auth/actor'
import type { InboxSort } from '#lib/domain/run/inbox-words'
import { newId } from '#lib/ids'
import { claimNextScreen } from '#lib/operations/screens/claim-next-screen'
import { countScreens } from '#lib/operations/screens/count-screens'
import { listScreens } from '#lib/operations/screens/list-screens'
import { BenchEngine, type Published } from './support/bench-engine.ts'
import { inTurns, median, ratios } from './support/in-turns.ts'
import { quantile, report } from './support/report.ts'
import { chainOf } from './support/steps.ts'

/**
 * What a long inbox costs: pages of the list by its sorts and filters, the count and *next* for a
 * worker, with 5,000 open screens beside 100,000 closed ones, and with 50. Milliseconds of each, and
 * the ratio of many to few, in turn.
 *
 *     LOG_LEVEL=silent node bench/inbox.ts [open] [closed] [rounds]
 */
const [open = 5000, closed = 100_000, rounds = 5] = process.argv.slice(2).map(Number)
const few = 50
const times = 20

/** Screens that wait, and work that is done, all of the last half year. */
async function fill(
  { admin, organizationId }: BenchEngine,
  { workflowId, versionId }: Published,
  counts: { open: number; closed: number },
): Promise<void> {
  await admin.query(
    `select make_run_months((now() - interval '6 months')::date, (now() + interval '3 months')::date)`,
  )
  await admin.query(
    `with made as (
       select at, (substr(run_id_at(at)::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid as id, n
       from (select n, date_trunc('milliseconds', now() - random() * interval '180 days') as at
         from generate_series(1, $4::int) n) drawn),
     written as (
       insert into runs (id, organization_id, workflow_id, version_id, status, trigger, started_by, title, case_columns, start_data, created_at)
       select id, $1, $2, $3, 'suspended', 'api', 'bench', 'Patient Number' || n,
         jsonb_build_array(jsonb_build_object('label', 'Payer', 'value', 'Payer ' || n % 20)), '{}', at from made)
     insert into tasks (id, organization_id, run_id, key, step_id, step_type, title, effect, status, state, priority, created_at, started_at)
     select gen_random_uuid(), $1, id, 's0', 's0', 'screen', 'Look', 'pure', 'suspended',
       jsonb_build_object('reason', 'screen', 'title', 'Look', 'dueAt', at + interval '120 days'), n % 5, at, at from made`,
    [organizationId, workflowId, versionId, counts.open],
  )
  // Done work is read by nothing here but must not be in the way, so its runs may be missing.
  await admin.query(
    `insert into work_items (task_id, run_id, case_run_id, organization_id, workflow_id, step_id, title, priority, opened_at, closed_at, outcome)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1, $2, 's0', 'Look', n % 5, now() - interval '30 days', now(), 'completed'
     from generate_series(1, $3::int) n`,
    [organizationId, workflowId, counts.closed],
  )
  await admin.query('analyze')
}

async function p50(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let index = 0; index < times; index++) {
    const started = performance.now()
    await work()
    taken.push(performance.now() - started)
  }
  return quantile(taken, 0.5)
}

type Reads = Record<string, number>

async function measure(bench: BenchEngine, worker: Actor, workflowId: string): Promise<Reads> {
  await bench.use()
  const page = async (query: object) =>
    await p50(async () => await listScreens(worker, { limit: 50, ...query }))
  const by = async (sort: InboxSort) => await page({ sort })
  return {
    priority: await by('priority'),
    due: await by('due'),
    opened: await by('opened'),
    case: await by('case'),
    ofWorkflow: await page({ workflow: workflowId }),
    overdue: await page({ due: 'overdue' }),
    text: await page({ q: 'Number49' }),
    count: await p50(async () => await countScreens(worker, {})),
    next: await p50(async () => await claimNextScreen(worker, { sort: 'due' })),
  }
}

async function sideOf(counts: { open: number; closed: number }) {
  const bench = await BenchEngine.start()
  const published = await bench.publish(chainOf(1))
  await fill(bench, published, counts)
  const { organizationId } = bench
  const worker = newActor({ kind: 'user', id: newId(), name: 'W', organizationId, role: 'worker' })
  return { bench, run: async () => await measure(bench, worker, published.workflowId) }
}

const small = await sideOf({ open: few, closed: 0 })
const large = await sideOf({ open, closed })
const measured = await inTurns({ few: small.run, many: large.run }, rounds)
const names = Object.keys(measured.many[0] ?? {})
const of = (side: Reads[], name: string): number[] => side.map((reads) => reads[name] ?? 0)
report('inbox', {
  open,
  closed,
  rounds,
  reads: Object.fromEntries(
    names.map((name) => [
      name,
      {
        fewMs: median(of(measured.few, name)),
        manyMs: median(of(measured.many, name)),
        manyToFew: ratios(of(measured.many, name), of(measured.few, name)).median,
      },
    ]),
  ),
})
await large.bench.stop()
await small.bench.stop()
process.exit(0)
