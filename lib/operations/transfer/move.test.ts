import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { mails } from '#db/schema/documents'
import { runs } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import { startRun } from '#lib/engine/commands/start-run'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { changeRow, pausedBy } from './imported-rows.ts'
import { freeze, release } from './move.ts'
import type { Row } from './rows.ts'

const resume = endpointsAt('/api/v2/workflows/{id}/resume')
const start = endpointsAt('/api/v2/workflows/{id}/runs')
const one = endpointsAt('/api/v2/workflows/{id}')
const api = useApi()
const definition = graph('a', {}, { type: 'transform' })

it('an organization that moved can only be read, until it is released', async () => {
  const organizationId = api.organization.id
  const ids = await seedWorkflow(organizationId, definition)
  const paused = await seedWorkflow(organizationId, definition)
  const by = { pausedAt: new Date(), pausedBy: 'Ada' }
  await inOrganization(organizationId, async (tx) => {
    await tx.update(workflows).set(by).where(eq(workflows.id, paused.workflowId))
    await tx.insert(mails).values({
      id: newId(),
      organizationId,
      key: newId(),
      recipients: ['a@example.com'],
      subject: 'A letter',
      text: 'See Rounds.',
      status: 'queued',
    })
    const more = { startData: {}, trigger: 'api' as const, startedBy: null, startedByUserId: null }
    await startRun(tx, { organizationId, ...ids, definition, ...more })
  })
  expect(await freeze(organizationId, 0)).toBe(0)
  const params = { id: ids.workflowId }
  const path = `/api/v2/workflows/${params.id}`
  for (const route of [start, resume]) {
    const refused = await api.send(route.POST, path, { params, body: {} })
    expect([refused.status, refused.body['message']]).toEqual([
      409,
      expect.stringContaining('moved to another installation'),
    ])
  }
  const read = await api.send(one.GET, path, { params })
  expect([read.status, read.body['paused']]).toMatchObject([200, { by: pausedBy }])
  expect((await engineDb().select().from(mails)).map(({ status }) => status)).toEqual(['held'])

  expect(await release(organizationId, { calls: false })).toMatchObject({ workflows: 1 })
  expect((await api.send(start.POST, path, { params, body: {} })).status).toBe(202)
  // What somebody paused before stays so.
  const [other] = await engineDb()
    .select()
    .from(workflows)
    .where(eq(workflows.id, paused.workflowId))
  expect(other?.pausedBy).toBe('Ada')
})

it('an operator who knows that nothing happened releases calls, too', async () => {
  const organizationId = api.organization.id
  await engineDb().update(runs).set({ held: true }).where(eq(runs.organizationId, organizationId))
  await release(organizationId, { calls: true })
  expect((await engineDb().select().from(runs)).filter(({ held }) => held)).toEqual([])
})

const about = { moved: false, attempt: 'one', now: '2026-11-28T10:00:00Z' }
const changed = (table: string, row: Row, more: Partial<typeof about> = {}): Row => {
  const copy = { ...row }
  changeRow(table, copy, { ...about, ...more })
  return copy
}

it('an open run asks before its calls, unless its source had stopped before', () => {
  const open = {
    status: 'running',
    sandbox: 'false',
    held: 'false',
    lease_worker: null,
    lease_epoch: '4',
    revision: '7',
    parked: 'false',
  }
  const copy = changed('runs', open)
  expect(copy).toMatchObject({ status: 'suspended', parked: 'true', held: 'true' })
  expect(copy).toMatchObject({ lease_epoch: '5', revision: '8' })
  expect(changed('runs', open, { moved: true })['held']).toBe('false')
  const atWork = changed('runs', { ...open, lease_worker: newId() }, { moved: true })
  expect(atWork).toMatchObject({ held: 'true', lease_worker: null })
  expect(changed('runs', { ...open, sandbox: 'true' })['held']).toBe('false')
  const ended = { ...open, status: 'completed' }
  expect(changed('runs', ended)).toEqual(ended)
})

it('queued mails wait for a person, and links to accounts are over', () => {
  const mail = { status: 'queued', private: 'false', text: 'See Rounds.', sender: 'a worker' }
  expect(changed('mails', mail)).toMatchObject({ status: 'held', text: mail.text, sender: null })
  expect(changed('mails', { ...mail, private: 'true' })).toMatchObject({
    status: 'failed',
    text: '',
  })
  expect(changed('mails', { ...mail, status: 'sent' })).toMatchObject({ status: 'sent' })
})
