import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { mails } from '#db/schema/documents'
import { runs } from '#db/schema/runs'
import { seedConnections } from '#db/seed/connections'
import { stopWatchingRuns } from '#lib/engine/watch/watch'
import { startWorker, type Worker } from '#lib/engine/worker/worker'
import { newId } from '#lib/ids'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { workerOptions } from '#lib/server/services'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { runCalls, screen, taskOf } from '#test/harness/run-calls'
import { graph } from '#test/samples/graph'

const all = endpointsAt('/api/v2/api-keys')
const patients = endpointsAt('/api/v2/integrations/homecare/{slug}/patients')
const runsRoute = endpointsAt('/api/v2/runs')
const retryRoute = endpointsAt('/api/v2/runs/{id}/retry')

const api = useApi()
const { publish, start, read, inStatus } = runCalls(api)
type Sent = NonNullable<Parameters<typeof api.send>[2]>

let worker: Worker | undefined
let caller: Sent = {}
beforeAll(async () => {
  const organizationId = api.organization.id
  await inOrganization(organizationId, async (tx) => {
    await seedConnections(tx, organizationId)
    for (const kind of ['emr', 'homecare'] as const)
      await tx.insert(connections).values({
        id: newId(),
        organizationId,
        kind,
        slug: 'real',
        provider: 'fhir',
        name: 'Real',
        config: { baseUrl: 'https://fhir.example.com', auth: 'none', timeoutSeconds: 5 },
      })
  })
  await inOrganization(organizationId, async (tx) => {
    const config = { baseUrl: 'https://api.example.com', testPath: '' }
    const row = { organizationId, kind: 'web', slug: 'real', provider: 'none' } as const
    await tx.insert(connections).values({ ...row, id: newId(), name: 'Real', config })
  })
  worker = await startWorker({ ...workerOptions(), background: [] })
  const made = await api.send(all.POST, '/api/v2/api-keys', {
    body: { name: 'test', mode: 'test' },
  })
  caller = { as: null, headers: { authorization: `Bearer ${String(made.body['key'])}` } }
})
afterAll(async () => {
  await worker?.stop()
  await stopWatchingRuns()
  await stopProcessPools()
})

const startAs = async (id: string, more: Sent) =>
  String((await start(id, { startData: {} }, more.headers, { as: more.as ?? 'owner' })).body['id'])
const startTest = async (id: string) =>
  String((await start(id, { startData: {} }, caller.headers, { as: null })).body['id'])
const note = (connection: string) => ({
  type: 'create-text-note',
  config: { connection, patientId: 'EMR-1001', title: 'A note', body: 'Text' },
})
const slugOf = (id: string) => `w-${id}`

describe('a test key', () => {
  it('is recognised by its prefix, in the list too', async () => {
    const listed = await api.send(all.GET, '/api/v2/api-keys?limit=200')
    expect(listed.body['items']).toContainEqual(
      expect.objectContaining({
        name: 'test',
        mode: 'test',
        prefix: expect.stringMatching(/^rk_test_/),
      }),
    )
  })

  it('reaches the sandbox and no real connection', async () => {
    const ask = async (slug: string) =>
      await api.send(patients.GET, `/api/v2/integrations/homecare/${slug}/patients?name=a`, {
        ...caller,
        params: { slug },
      })
    expect((await ask('sandbox')).status).toBe(200)
    expect(await ask('real')).toMatchObject({ status: 403, body: { error: 'sandbox_only' } })
  })

  it('starts runs that reach sandboxes only, in sub-runs, loops and retries too', async () => {
    const inner = await publish(graph('a', { a: note('real') }))
    const outer = await publish(
      graph('a', { a: { type: 'sub-workflow', config: { workflow: slugOf(inner) } } }),
    )
    const run = await inStatus(await startTest(outer), 'failed')
    expect(run).toMatchObject({ sandbox: true })
    const children = await engineDb().select().from(runs).where(eq(runs.parentRunId, run.id))
    expect(children).toMatchObject([
      { sandbox: true, status: 'failed', error: { code: 'sandbox_only' } },
    ])
    // A live key that retries it does not make it real.
    const retried = await api.send(retryRoute.POST, `/api/v2/runs/${run.id}/retry`, {
      params: { id: run.id },
      body: {},
    })
    expect((await inStatus(String(retried.body['id']), 'failed')).sandbox).toBe(true)
  })

  it('a run in the sandbox completes, and keeps its mails in the outbox', async () => {
    const id = await publish(
      graph('a -> b', {
        a: note('sandbox'),
        b: {
          type: 'send-email',
          config: { to: ['a@example.com'], subject: 'Test', text: 'A test.' },
        },
      }),
    )
    const run = await inStatus(await startTest(id), 'completed')
    const [mail] = await engineDb().select().from(mails).where(eq(mails.runId, run.id))
    expect(mail).toMatchObject({ status: 'kept', sentAt: null })
  })

  it('a run does not send HTTP requests', async () => {
    const id = await publish(
      graph('a', {
        a: { type: 'http-request', config: { method: 'GET', url: 'https://example.com' } },
      }),
    )
    const run = await inStatus(await startTest(id), 'failed')
    expect(taskOf(run, 'a')?.error?.code).toBe('sandbox_only')
  })

  it('a run calls web services by a sandbox connection only', async () => {
    const calls = (connection: string) =>
      graph('a', { a: { type: 'http-request', config: { connection, url: '/patients' } } })
    const real = await inStatus(await startTest(await publish(calls('real'))), 'failed')
    expect(taskOf(real, 'a')?.error?.code).toBe('sandbox_only')
    await inStatus(await startTest(await publish(calls('sandbox'))), 'completed')
  })

  it('sees runs of test keys only; live runs do not exist for it', async () => {
    const id = await publish(graph('a', { a: screen }))
    const live = await startAs(id, {})
    const test = await startTest(id)
    await inStatus(live, 'suspended')
    expect((await read(live, caller)).status).toBe(404)
    expect((await read(test, caller)).status).toBe(200)
    const listed = await api.send(runsRoute.GET, '/api/v2/runs?limit=200', caller)
    const items = listed.body['items'] as { id: string; sandbox: boolean }[]
    expect(items.every(({ sandbox }) => sandbox)).toBe(true)
    expect(items.map((item) => item.id)).toContain(test)
    const all200 = await api.send(runsRoute.GET, '/api/v2/runs?limit=200')
    const seen = (all200.body['items'] as { id: string }[]).map((item) => item.id)
    expect(seen).toEqual(expect.arrayContaining([live, test]))
  })
})
