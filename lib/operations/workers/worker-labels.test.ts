import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { engineDb } from '#db/client'
import { workers } from '#db/schema/runs'
import { newId } from '#lib/ids'
import { serveAs, servesUnbound } from '#lib/worker-labels'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { until } from '#test/harness/until'
import { hearTest } from '../connections/hear-test.ts'

const labels = endpointsAt('/api/v2/worker-labels')
const connections = endpointsAt('/api/v2/connections')
const one = endpointsAt('/api/v2/connections/{id}')
const test = endpointsAt('/api/v2/connections/{id}/test')
const note = endpointsAt('/api/v2/integrations/emr/{slug}/text-notes')
const workflows = endpointsAt('/api/v2/workflows')
const workflow = endpointsAt('/api/v2/workflows/{id}')

const api = useApi()

async function alive(own: string[], unbound: boolean, seconds = 0): Promise<void> {
  await engineDb()
    .insert(workers)
    .values({
      id: newId(),
      lockKey: Math.floor(Math.random() * 2 ** 40),
      host: 'zone',
      labels: own,
      unbound,
      seenAt: sql`now() - make_interval(secs => ${seconds})`,
    })
}
beforeEach(async () => {
  await engineDb().delete(workers)
  await alive([], true)
})
afterEach(() => serveAs(servesUnbound))

async function bound(workerLabel: string | null = 'emr-zone') {
  const slug = `emr-${newId().slice(-12)}`
  const { status, body } = await api.send(connections.POST, '/api/v2/connections', {
    body: { kind: 'emr', slug, name: 'EMR', provider: 'sandbox', workerLabel },
  })
  expect(status).toBe(201)
  return { id: String(body['id']), slug, body }
}
const list = async (organization = api.organization) =>
  (await api.send(labels.GET, '/api/v2/worker-labels', { organization })).body

it('labels are those of living workers and those that something is bound to', async () => {
  await alive(['emr-zone', 'lab'], false)
  await alive(['lab'], true)
  await alive(['gone'], false, 60)
  await bound('nobody')
  expect(await list()).toEqual({
    items: [
      { label: 'emr-zone', workers: 1 },
      { label: 'lab', workers: 2 },
      { label: 'nobody', workers: 0 },
    ],
    unbound: 2,
  })
  const other = await organizationWithKeys()
  expect(JSON.stringify(await list(other))).not.toContain('nobody')
})

it('a connection shows and keeps its label, and refuses what is none', async () => {
  const { id, body } = await bound()
  expect(body['workerLabel']).toBe('emr-zone')
  const patch = (change: object) =>
    api.send(one.PATCH, `/api/v2/connections/${id}`, { params: { id }, body: change })
  expect((await patch({ name: 'Other' })).body['workerLabel']).toBe('emr-zone')
  expect((await patch({ workerLabel: null })).body['workerLabel']).toBeNull()
  for (const workerLabel of ['Emr Zone', 'unbound', 'a:b'])
    expect(await patch({ workerLabel })).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'workerLabel' }] } },
    })
})

it('nothing of a bound connection is called from here', async () => {
  const { slug } = await bound()
  const answer = await api.send(note.POST, `/api/v2/integrations/emr/${slug}/text-notes`, {
    params: { slug },
    body: { patientId: 'EMR-1001', title: 'T', body: 'B' },
  })
  expect(answer).toMatchObject({
    status: 409,
    body: { error: 'other_worker', details: { workerLabel: 'emr-zone' } },
  })
})

it('a test says at once that no worker is alive', async () => {
  const { id } = await bound()
  const answer = await api.send(test.POST, `/api/v2/connections/${id}/test`, { params: { id } })
  expect(answer.body).toMatchObject({
    ok: false,
    message: expect.stringContaining('WORKER_LABELS=emr-zone'),
  })
})

it('a test is made by a worker with the label', async () => {
  await alive(['emr-zone'], false)
  const { id } = await bound()
  const answering = api.send(test.POST, `/api/v2/connections/${id}/test`, { params: { id } })
  const job = await until('the job', async () => {
    const { rows } = await engineDb().execute<{ name: string; payload: unknown }>(
      sql`select identifier as name, payload from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id`,
    )
    return rows[0]
  })
  expect(job).toEqual({ name: 'connection-test:emr-zone', payload: { connectionId: id } })
  // As the worker does.
  serveAs({ labels: ['emr-zone'], unbound: false })
  await hearTest(job.payload)
  expect((await answering).body).toMatchObject({ ok: true })
  await engineDb().execute(sql`delete from graphile_worker._private_jobs`)
})

it('a label that nobody serves is a warning of the draft, by step and by workflow', async () => {
  const { slug } = await bound()
  const definition = {
    startData: { type: 'object' },
    settings: { workerLabel: 'nobody' },
    steps: [
      {
        id: 'note',
        type: 'create-text-note',
        title: 'Note',
        config: { connection: slug, patientId: 'EMR-1001', title: 'T', body: 'B' },
      },
    ],
  }
  const made = await api.send(workflows.POST, '/api/v2/workflows', {
    body: { name: 'Bound', definition },
  })
  const id = String(made.body['id'])
  const problems = async () => {
    const { body } = await api.send(workflow.GET, `/api/v2/workflows/${id}`, { params: { id } })
    return (body['problems'] as { code: string; path: string; severity: string }[])
      .filter(({ code }) => code === 'label_unserved')
      .map(({ path, severity }) => `${severity} ${path}`)
  }
  expect(await problems()).toEqual(['warning settings.workerLabel', 'warning config.connection'])
  await alive(['nobody', 'emr-zone'], false)
  expect(await problems()).toEqual([])
})
