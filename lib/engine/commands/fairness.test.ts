import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { echo } from '#test/samples/steps'
import { levelOf } from '../store/commits/fairness.ts'
import { startRun } from './start-run.ts'
import { priorities } from '../store/lock-run.ts'

const engine = useEngine([echo], { workers: 0 })
const definition = graph('a')

async function tenant() {
  const { organizationId } = await seedOrganization()
  const { workflowId, versionId } = await seedWorkflow(organizationId, definition)
  return {
    organizationId,
    start: async (count: number, priority: number = priorities.normal): Promise<string[]> =>
      await inOrganization(organizationId, async (tx) => {
        const ids: string[] = []
        for (let at = 0; at < count; at++) {
          const { runId } = await startRun(tx, {
            organizationId,
            workflowId,
            versionId,
            definition,
            startData: {},
            trigger: 'api',
            startedBy: 'a test',
            startedByUserId: null,
            priority,
          })
          ids.push(runId)
        }
        return ids
      }),
  }
}

/** The runs in the order in which graphile-worker takes their jobs. */
async function queue(): Promise<string[]> {
  const { rows } = await engineDb().execute<{ run: string }>(
    sql`select substr(key, 5) as run from graphile_worker.jobs where key like 'run:%'
      order by priority, run_at, id`,
  )
  return rows.map(({ run }) => run)
}
const placesIn = (order: string[], ids: string[]) =>
  ids.map((id) => order.indexOf(id)).sort((a, b) => a - b)

it('one organization’s backlog of thousands delays no other organization', async () => {
  const flood = await tenant()
  const quiet = await tenant()
  const busy = await tenant()
  const flooded = new Set(await flood.start(3000))
  const [single] = await quiet.start(1)
  const burst = await busy.start(400)

  const order = await queue()
  // At most the free backlogs of the other organizations stand before a single run.
  expect(order.indexOf(single ?? '')).toBeLessThan(40)
  // The n-th run of a burst has at most about twice as many runs of the flood before it as runs of
  // its own organization.
  for (const [before, place] of placesIn(order, burst).entries()) {
    const ofFlood = order.slice(0, place).filter((id) => flooded.has(id)).length
    expect(ofFlood).toBeLessThanOrEqual(2 * Math.max(before + 1, 32))
  }

  // A later run of the flood stands behind the earlier ones.
  const late = await flood.start(1)
  expect((await queue()).indexOf(late[0] ?? '')).toBeGreaterThan(2400)
}, 60_000)

it('a worker starts the other organization’s run among the first of the flood', async () => {
  const flood = await tenant()
  const quiet = await tenant()
  const flooded = await flood.start(600)
  const [single] = await quiet.start(1)
  const worker = await engine.startWorker({ concurrency: 2 })
  engine.organizationId = quiet.organizationId
  await engine.ended(single ?? '', 30_000)
  const { rows } = await engineDb().execute<{ left: number }>(
    sql`select count(*)::int as left from runs
      where organization_id = ${flood.organizationId}::uuid and status = 'running'`,
  )
  expect(rows[0]?.left).toBeGreaterThan(flooded.length / 2)
  await worker.stop()
}, 60_000)

it(
  'within an organization the priority decides: a person’s and the API’s ' +
    'runs pass its backfill',
  async () => {
    const { start } = await tenant()
    const backfill = await start(300, priorities.backfill)
    const schedule = await start(1, priorities.schedule)
    const api = await start(1)
    const order = (await queue()).filter((id) => [...backfill, ...schedule, ...api].includes(id))
    expect(order.slice(0, 2)).toEqual([...api, ...schedule])
  },
)

it('levels grow by the logarithm of the backlog', () => {
  expect([0, 15, 16, 31, 32, 64, 1024, 100_000].map(levelOf)).toEqual([0, 0, 1, 1, 2, 3, 7, 13])
})
