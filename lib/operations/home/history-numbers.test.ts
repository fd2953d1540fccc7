import { afterEach, expect, it, vi } from 'vitest'
import { inOrganization } from '#db/client'
import { makeClient } from '#lib/postgres'
import { graph } from '#test/samples/graph'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { until } from '#test/harness/until'
import { historyNumbers } from './history-numbers.ts'

const database = useTestDatabase()
afterEach(() => void vi.useRealTimers())

async function organizationWith(runs: number) {
  const { organizationId } = await seedOrganization()
  const { workflowId, versionId } = await seedWorkflow(
    organizationId,
    graph('a', { a: { type: 'transform', config: { value: 1 } } }),
  )
  const add = async (count: number) => {
    const client = makeClient({ connectionString: database.url })
    await client.connect()
    await client.query(
      `insert into runs (id, organization_id, workflow_id, version_id, status, trigger, start_data,
        finished_at)
       select (substr(run_id_at(now())::text, 1, 14) || '7' || substr(gen_random_uuid()::text,
         16))::uuid, $1, $2, $3, 'completed', 'api', '{}', now() from generate_series(1, $4)`,
      [organizationId, workflowId, versionId, count],
    )
    await client.end()
  }
  await add(runs)
  const counted = async () =>
    (await inOrganization(organizationId, (tx) => historyNumbers(tx, organizationId))).duration.runs
  return { add, counted }
}

it('few runs are counted at each request', async () => {
  const { add, counted } = await organizationWith(10)
  expect(await counted()).toBe(10)
  await add(1)
  expect(await counted()).toBe(11)
})

it('many runs are counted once a minute in the background, and again after ten', async () => {
  const { add, counted } = await organizationWith(3000)
  expect(await counted()).toBe(3000)
  await add(1)
  expect(await counted()).toBe(3000)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect(await counted()).toBe(3000)
  await until('counted anew', async () => ((await counted()) === 3001 ? true : undefined))
  await add(1)
  vi.setSystemTime(Date.now() + 11 * 60_000)
  expect(await counted()).toBe(3002)
})
