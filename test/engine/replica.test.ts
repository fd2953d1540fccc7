import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeDatabase, configureDatabase, inOrganization } from '#db/client'
import { migrate } from '#db/migrate'
import { readInOrganization } from '#db/replica'
import { roleUrls } from '#db/role-url'
import type { Actor } from '#lib/auth/actor'
import { metrics } from '#lib/metrics'
import { exportAudit } from '#lib/operations/audit/export-audit'
import { listAudit } from '#lib/operations/audit/list-audit'
import { replicaCheck } from '#lib/operations/doctor/replica-check'
import { getHome } from '#lib/operations/home/get-home'
import { listPatientRuns } from '#lib/operations/patients/list-patient-runs'
import { listRuns } from '#lib/operations/runs/list-runs'
import { countScreens } from '#lib/operations/screens/count-screens'
import { listScreens } from '#lib/operations/screens/list-screens'
import { getWorkload } from '#lib/operations/screens/workload/get-workload'
import { searchWorkflows } from '#lib/operations/workflow-search/search-workflows'
import { listWorkflows } from '#lib/operations/workflows/list-workflows'
import { makeClient } from '#lib/postgres'
import { ReplicatedPostgres } from '#test/chaos/replicated-postgres'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { seedScreens } from '#test/harness/seed-screens'
import { until } from '#test/harness/until'
import { graph } from '#test/samples/graph'
import { signedIn } from '#test/samples/person'

// Two servers are made, migrated and copied, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

let folder: string
let postgres: ReplicatedPostgres
let standby: pg.Client
let owner: Actor
let work: { organizationId: string; workflowId: string; versionId: string }

async function readsOf(result: 'standby' | 'behind' | 'failed'): Promise<number> {
  const { values } = await metrics.replicaReads.get()
  return values.find(({ labels }) => labels.result === result)?.value ?? 0
}

const openCases = async (): Promise<number> =>
  (await listScreens(owner, { limit: 100 })).items.length

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'rounds-replica-'))
  // Run by root, Postgres is another user, who must be able to pass through.
  chmodSync(folder, 0o711)
  postgres = await ReplicatedPostgres.start(folder)
  const url = new URL(postgres.url)
  url.port = String(postgres.places.find(({ name }) => name === 'b')?.port)
  // Before anything asks for the settings.
  vi.stubEnv('DATABASE_REPLICA_URL', url.href)
  await migrate(postgres.url)
  await postgres.addStandby()
  configureDatabase(roleUrls(postgres.url))
  standby = makeClient({ connectionString: url.href })
  await standby.connect()
  const { organizationId } = await seedOrganization()
  owner = (await signedIn(organizationId, 'owner', 'Olga')).actor
  const look = graph('look', { look: { type: 'screen', config: { title: 'Look' } } })
  work = { organizationId, ...(await seedWorkflow(organizationId, look)) }
})
afterAll(async () => {
  await closeDatabase()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const page = { limit: 20 }
const reads: [name: string, read: () => Promise<unknown>, transactions: number][] = [
  ['the runs', async () => await listRuns(owner, page), 1],
  ['a search for runs', async () => await listRuns(owner, { ...page, q: 'Maria' }), 1],
  ['the inbox', async () => await listScreens(owner, page), 1],
  ['the count of a view', async () => await countScreens(owner, {}), 1],
  ['the workload', async () => await getWorkload(owner, {}), 1],
  // Its own screens, and what is the same for everybody.
  ['the numbers of Home', async () => await getHome(owner, {}), 2],
  ['the workflows', async () => await listWorkflows(owner, page), 1],
  ['a search in workflows', async () => await searchWorkflows(owner, { ...page, text: 'look' }), 1],
  ['the audit log', async () => await listAudit(owner, page), 1],
]

test.each(reads)('%s comes from the standby', async (_name, read, transactions) => {
  await seedScreens(work, [{ name: 'Maria Reyes', patientKey: 'EMR-1' }])
  const before = await readsOf('standby')
  await read()
  expect(await readsOf('standby')).toBe(before + transactions)
})

test('the doctor finds nothing wrong with it', async () => {
  expect(await replicaCheck.look()).toMatchObject([{ level: 'fine' }])
})

test('who reads a patient at the standby is in the audit log', async () => {
  const [run] = (await listRuns(owner, page)).items
  const before = await readsOf('standby')
  const { items } = await listPatientRuns(owner, { ...page, id: run?.id ?? '' })
  expect(items.length).toBeGreaterThan(0)
  await exportAudit(owner, {})
  expect(await readsOf('standby')).toBe(before + 2)
  const actions = (await listAudit(owner, page)).items.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['audit.exported', 'patient.read']))
})

test('nobody misses what they have just done while the standby is behind', async () => {
  await standby.query('select pg_wal_replay_pause()')
  const before = await openCases()
  await seedScreens(work, [{}])
  expect(await openCases()).toBe(before + 1)
  await standby.query('select pg_wal_replay_resume()')
  expect(await readsOf('behind')).toBeGreaterThan(0)
  const answered = await readsOf('standby')
  await until('reads at the standby again', async () => {
    await openCases()
    return (await readsOf('standby')) > answered
  })
})

test('an organization reads only its own rows there, too', async () => {
  const { organizationId } = await seedOrganization()
  const seen = await readInOrganization(
    organizationId,
    async (tx) => (await tx.execute(sql`select id from runs`)).rows,
  )
  expect(seen).toEqual([])
})

test('what writes is not done at the standby', async () => {
  const { organizationId } = work
  await readInOrganization(
    organizationId,
    async (tx) => await tx.execute(sql`update organizations set name = 'Renamed'`),
  )
  const { rows } = await inOrganization(
    organizationId,
    async (tx) => await tx.execute(sql`select name from organizations`),
  )
  expect(rows).toEqual([{ name: 'Renamed' }])
  expect(await readsOf('failed')).toBeGreaterThan(0)
})

test('after a failover the reads go to the primary, which is no standby any more', async () => {
  const before = await openCases()
  await standby.end()
  await postgres.failOver()
  await closeDatabase()
  configureDatabase(roleUrls(postgres.url))
  const behind = await readsOf('behind')
  await until('a read that found no standby', async () => {
    expect(await openCases()).toBe(before)
    return (await readsOf('behind')) > behind
  })
})
