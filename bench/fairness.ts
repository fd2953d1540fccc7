import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { roleUrls } from '#db/role-url'
import { authDb, inOrganization } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { levelOf } from '#lib/engine/store/commits/fairness'
import { startRun } from '#lib/engine/commands/start-run'
import { watchRuns } from '#lib/engine/watch/watch'
import { newId } from '#lib/ids'
import { spawnChaosWorker } from '#test/chaos/fleet'
import { BenchEngine, type Published } from './support/bench-engine.ts'
import { cloneRuns } from './support/clone-runs.ts'
import { quantile, report, round } from './support/report.ts'
import { chainOf } from './support/steps.ts'

/**
 * Whether one organization's backlog holds up another: milliseconds from a start of the one to its
 * first step (by the clock that all processes share, in whole milliseconds), with one worker
 * process that is idle, that is busy with runs of the other as they come (20 at once, no backlog),
 * and that has a backlog of 100,000 of them. This process starts the runs, as a web process does.
 *
 *     LOG_LEVEL=silent node bench/fairness.ts [backlog]
 */
const [backlog = 100_000] = process.argv.slice(2).map(Number)
const samples = 100
// The worker's process reads its settings from the environment.
Object.assign(process.env, {
  NODE_ENV: 'test',
  SECRET_KEY: process.env['SECRET_KEY'] ?? 'a-secret-key-of-this-benchmark-alone',
})

const bench = await BenchEngine.start()
const urls = roleUrls(bench.url)
async function startWorkerProcess() {
  const worker = spawnChaosWorker({
    ROUNDS_ENGINE_URL: urls.engineUrl,
    ROUNDS_APP_URL: urls.appUrl,
    PROVIDER_URL: 'http://127.0.0.1:9',
  })
  await worker.ready
  return worker
}
async function stop({
  process: child,
  ended,
}: Awaited<ReturnType<typeof startWorkerProcess>>): Promise<void> {
  child.kill('SIGTERM')
  await ended
}
const chain = await bench.publish(chainOf(10))
const marked = await bench.publish(chainOf(1))
const other = newId()
await authDb().insert(organizations).values({ id: other, slug: 'other', name: 'Other' })

/**
 * The other organization's workflow is a copy under another name, so that its runs are distinct.
 */
async function asOther(of: Published): Promise<Published> {
  const copy = { ...of, workflowId: newId(), versionId: newId() }
  await bench.admin.query(
    `insert into workflows select (jsonb_populate_record(workflows, $1)).* from workflows
      where id = $2`,
    [
      {
        id: copy.workflowId,
        organization_id: other,
        slug: copy.workflowId,
        form_token: copy.workflowId,
      },
      of.workflowId,
    ],
  )
  await bench.admin.query(
    `insert into workflow_versions select (jsonb_populate_record(workflow_versions, $1)).*
      from workflow_versions where id = $2`,
    [{ id: copy.versionId, organization_id: other, workflow_id: copy.workflowId }, of.versionId],
  )
  return copy
}
const begin = async (organizationId: string, of: Published, startData: unknown): Promise<string> =>
  (
    await inOrganization(organizationId, (tx) =>
      startRun(tx, {
        organizationId,
        ...of,
        startData,
        trigger: 'api',
        startedBy: null,
        startedByUserId: null,
      }),
    )
  ).runId

/**
 * Starts runs of the other organization, one after the other; measures from before the call to the
 * first step.
 */
const mine = await asOther(marked)
async function latency(): Promise<{ p50Ms: number; p95Ms: number; startP50Ms: number }> {
  const times: number[] = []
  const starts: number[] = []
  for (let index = 0; index < samples + 10; index++) {
    await delay(30)
    const called = performance.timeOrigin + performance.now()
    const runId = await begin(other, mine, { from: 1 })
    const started = performance.timeOrigin + performance.now()
    if (!(await watchRuns().waitForRun(runId, { organizationId: other, timeoutMs: 60_000 })))
      throw new Error('a start was not taken within a minute')
    const { rows } = await bench.admin.query<{ at: Date }>(
      'select min(started_at) as at from tasks where run_id = $1',
      [runId],
    )
    if (index < 10 || !rows[0]) continue
    times.push(rows[0].at.getTime() + 0.5 - called)
    starts.push(started - called)
  }
  return {
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    startP50Ms: quantile(starts, 0.5),
  }
}

let worker = await startWorkerProcess()
const idle = await latency()

let going = true
const one = async () => {
  while (going) await bench.run(chain, { from: 1 })
}
const traffic = Promise.all(Array.from({ length: 20 }, one))
await delay(2000)
const busy = await latency()
going = false
await traffic
await stop(worker)

const first = await bench.begin(chain, { from: 1 })
// In the order that consecutive starts would have produced.
await cloneRuns(bench.admin, first, {
  count: backlog,
  place: `40 * case when n < 16 then 0 else floor(log(2, n / 16.0))::int + 1 end`,
})
if (levelOf(1024) !== 7) throw new Error('starts are put back by another rule than here')
const left = async () =>
  (
    await bench.admin.query<{ count: number }>(
      `select count(*)::int from runs where status = 'running' and organization_id = $1`,
      [bench.organizationId],
    )
  ).rows[0]?.count ?? 0
const before = await left()
worker = await startWorkerProcess()
await delay(2000)
const started = performance.now()
const behind = await latency()
const seconds = (performance.now() - started) / 1000
const after = await left()
report('fairness', {
  backlog: before,
  leftAtEnd: after,
  samples,
  idle,
  busy,
  behind,
  backlogToBusy: round(behind.p50Ms / busy.p50Ms),
  backlogToIdle: round(behind.p50Ms / idle.p50Ms),
  sampledSeconds: round(seconds),
})
await stop(worker)
await bench.stop()
process.exit(0)
