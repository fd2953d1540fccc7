import { performance } from 'node:perf_hooks'
import { newActor, type Actor } from '#lib/auth/actor'
import { newId } from '#lib/ids'
import { getWorkload } from '#lib/operations/screens/workload/get-workload'
import { BenchEngine } from './support/bench-engine.ts'
import { inTurns, median, ratios } from './support/in-turns.ts'
import { quantile, report } from './support/report.ts'
import { chainOf } from './support/steps.ts'

/**
 * What the numbers of the workload page cost for 90 days: with 100,000 finished and 5,000 open
 * screens, and with a hundredth of both. Milliseconds of each, and the ratio of many to few, in turn.
 *
 *     LOG_LEVEL=silent node bench/workload.ts [done] [open] [rounds]
 */
const [done = 100_000, open = 5000, rounds = 5] = process.argv.slice(2).map(Number)
const fewer = 100
const times = 10

/** Work of the last 90 days and work that waits. Their runs are not read, so they may be missing. */
async function fill(
  { admin, organizationId }: BenchEngine,
  workflowId: string,
  counts: { done: number; open: number },
): Promise<void> {
  await admin.query(
    `insert into work_items (task_id, run_id, case_run_id, organization_id, workflow_id, step_id, title, priority, candidates, opened_at, first_assigned_at, due_at, closed_at, outcome)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1, $2, 's0', 'Look', 0,
       array['group:' || n % 20], at - interval '9 hours' * random(), at - interval '1 hour' * random(),
       case when n % 2 = 0 then at + (random() - 0.2) * interval '1 hour' end, at, 'completed'
     from (select n, now() - random() * interval '89 days' as at from generate_series(1, $3::int) n) drawn`,
    [organizationId, workflowId, counts.done],
  )
  await admin.query(
    `insert into work_items (task_id, run_id, case_run_id, organization_id, workflow_id, step_id, title, priority, candidates, opened_at, assignee_id, assignee_name, due_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1, $2, 's0', 'Look', 0,
       array['group:' || n % 20], now() - random() * interval '30 days', person.id, 'Somebody',
       now() + (random() - 0.5) * interval '10 days'
     from generate_series(1, $3::int) n
     join (select row_number() over () - 1 as place, gen_random_uuid() as id from generate_series(1, 40)) person
       on person.place = n % 50`,
    [organizationId, workflowId, counts.open],
  )
  await admin.query('analyze')
}

async function sideOf(counts: { done: number; open: number }) {
  const bench = await BenchEngine.start()
  const { workflowId } = await bench.publish(chainOf(1))
  await fill(bench, workflowId, counts)
  const { organizationId } = bench
  const owner: Actor = newActor({
    kind: 'user',
    id: newId(),
    name: 'O',
    organizationId,
    role: 'owner',
  })
  const run = async (): Promise<number> => {
    await bench.use()
    const taken: number[] = []
    for (let index = 0; index < times; index++) {
      const started = performance.now()
      await getWorkload(owner, { days: '90' })
      taken.push(performance.now() - started)
    }
    return quantile(taken, 0.5)
  }
  return { bench, run }
}

const small = await sideOf({ done: done / fewer, open: open / fewer })
const large = await sideOf({ done, open })
const { few, many } = await inTurns({ few: small.run, many: large.run }, rounds)
report('workload', {
  done,
  open,
  rounds,
  fewMs: median(few),
  manyMs: median(many),
  manyToFew: ratios(many, few).median,
})
await large.bench.stop()
await small.bench.stop()
process.exit(0)
