import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { engineDb, enginePool } from '#db/client'
import { tasks } from '#db/schema/runs'
import { makeClient } from '#lib/postgres'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { pause, testStep } from '#test/samples/steps'
import { until } from '#test/harness/until'
import { dueRunsSql, queueDueRuns } from './long-timers.ts'

const flaky = testStep('flaky', 'pure', async () => await Promise.reject(new Error('not yet')))
const engine = useEngine([pause, flaky])
const hour = 3_600_000

const jobsOf = async (runId: string) =>
  (
    await enginePool().query<{ run_at: Date }>(
      'select run_at from graphile_worker.jobs where key = $1',
      [`run:${runId}`],
    )
  ).rows
/** The queue deletes a job a moment after its turn. */
const noJobOf = async (runId: string) =>
  await until('no job left', async () => (await jobsOf(runId)).length === 0)
const bringForward = async (runId: string, ms: number) => {
  await engineDb()
    .update(tasks)
    .set({ dueAt: new Date(Date.now() + ms) })
    .where(eq(tasks.runId, runId))
}
const sleeper = graph('nap', { nap: { type: 'pause', config: { ms: hour } } })

test('a far timer is a row without a job and gets one job near its time', async () => {
  const runId = await engine.start(sleeper)
  expect(await engine.suspended(runId)).toMatchObject({ status: 'suspended' })
  await noJobOf(runId)
  await queueDueRuns(enginePool())
  expect(await jobsOf(runId)).toEqual([])

  // A running worker checks too, and could queue the run first.
  await engine.stopWorkers()
  const complete = `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where key = $1`
  // The checks begin and end in every order, so that one also begins while another one's commit is
  // in progress.
  for (let round = 0; round < 25; round++) {
    await enginePool().query(complete, [`run:${runId}`])
    await bringForward(runId, 30_000)
    const moved = await Promise.all(Array.from({ length: 5 }, () => queueDueRuns(enginePool())))
    expect(moved.reduce((sum, each) => sum + each, 0)).toBe(1)
  }
  const [job, ...more] = await jobsOf(runId)
  expect(more).toEqual([])
  expect(job?.run_at).toEqual((await engine.tasks(runId))['nap']?.dueAt)
  expect(await queueDueRuns(enginePool())).toBe(0)

  await enginePool().query(complete, [`run:${runId}`])
  await bringForward(runId, 50)
  await queueDueRuns(enginePool())
  await engine.startWorker()
  expect(await engine.ended(runId)).toMatchObject({ status: 'completed', output: { nap: hour } })
  expect((await engine.tasks(runId))['nap']).toMatchObject({ attempt: 2 })
})

test('a retry that is far away costs only a row too, and starts in time', async () => {
  const runId = await engine.start(
    graph('flaky', {
      flaky: {
        type: 'flaky',
        retry: { maxAttempts: 2, delaySeconds: 7200, factor: 1, maxDelaySeconds: 7200 },
      },
    }),
  )
  expect(await engine.suspended(runId)).toMatchObject({ status: 'suspended' })
  expect(await engine.statuses(runId)).toEqual({ flaky: 'pending' })
  await noJobOf(runId)
  await bringForward(runId, 20)
  await queueDueRuns(enginePool())
  expect(await engine.ended(runId)).toMatchObject({ status: 'failed' })
})

test('E7: 20,000 sleeping runs add no job, and neither a check nor a claim reads them', async () => {
  const runId = await engine.start(sleeper)
  await engine.suspended(runId)
  const owner = makeClient({ connectionString: engine.database.url })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  // Copies of the sleeping run and its task, under ids of the same month.
  const id = (name: string) =>
    `jsonb_build_object('${name}', overlay(one.${name}::text placing lpad(to_hex(n), 12, '0') from 25))`
  const due = `jsonb_build_object('due_at', now() + interval '1 day' + n * interval '1 minute')`
  for (const [table, column, changes] of [
    ['runs', 'id', id('id')],
    ['tasks', 'run_id', `${id('id')} || ${id('run_id')} || ${due}`],
  ] as const)
    await owner.query(
      `insert into ${table} select copy.*
        from ${table} one, generate_series(1, 20000) as n,
        jsonb_populate_record(null::${table}, to_jsonb(one) || ${changes}) as copy
          where one.${column} = '${runId}'`,
    )
  await owner.query('analyze runs, tasks')
  await owner.end()
  const [count] = (
    await engineDb().execute<{ runs: number }>(
      sql`select count(*)::int as runs from runs where status = 'suspended'`,
    )
  ).rows
  expect(count?.runs).toBeGreaterThan(20_000)

  const plan = await enginePool().query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${dueRunsSql}`,
    [60_000, 1000],
  )
  const nodes = flat(plan.rows[0]?.['QUERY PLAN'][0].Plan)
  expect(
    nodes.filter(
      (node) =>
        node['Node Type'] === 'Seq Scan' &&
        /^(runs|tasks)/.test(node['Relation Name'] ?? '') &&
        node['Actual Rows'] * node['Actual Loops'] > 100,
    ),
  ).toEqual([])
  expect(
    Math.max(
      ...nodes.map(
        (node) =>
          node['Actual Rows'] * node['Actual Loops'] + (node['Rows Removed by Filter'] ?? 0),
      ),
    ),
  ).toBeLessThan(100)
  await noJobOf(runId)
  const { rows } = await enginePool().query<{ jobs: number }>(
    'select count(*)::int as jobs from graphile_worker.jobs',
  )
  expect(rows[0]?.jobs).toBeLessThan(10)

  await engine.stopWorkers()
  const started = performance.now()
  await engine.startWorker()
  const woken = await engine.start(graph('nap', { nap: { type: 'pause', config: { ms: 10 } } }))
  expect(await engine.ended(woken)).toMatchObject({ status: 'completed' })
  expect(performance.now() - started).toBeLessThan(5000)
}, 60_000)

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}
const flat = (node: PlanNode | undefined): PlanNode[] =>
  node ? [node, ...(node.Plans ?? []).flatMap(flat)] : []
