import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { mails } from '#db/schema/documents'
import { runs } from '#db/schema/runs'
import { scheduleOccurrences, schedules } from '#db/schema/schedules'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { queueMail } from '../mails/queue-mail.ts'
import { scheduleRound } from '../schedules/schedule-round.ts'
import { startRun } from '#lib/engine/commands/start-run'
import { beginGeneration } from './begin-generation.ts'
import { releaseGeneration } from './release-generation.ts'

const held = endpointsAt('/api/v2/mails/{id}/held')
const api = useApi()
const plain = { to: ['a@example.com'], subject: 'A letter', text: 'See Rounds.' }

const queue = async (more: { private?: true } = {}): Promise<string> =>
  await inOrganization(api.organization.id, async (tx) => {
    const mail = { key: newId(), ...plain, ...more }
    return (await queueMail(tx, api.organization.id, mail)).mailId
  })
const answerMail = async (id: string, answer: string | undefined) =>
  await api.send(held.POST, '/api/v2/mails', { params: { id }, body: { answer } })
const mail = async (id: string) =>
  (await engineDb().select().from(mails).where(eq(mails.id, id)))[0]
const run = async (id: string) => (await engineDb().select().from(runs).where(eq(runs.id, id)))[0]

async function start(sandbox = false): Promise<string> {
  const organizationId = api.organization.id
  const definition = graph('a', {}, { type: 'transform' })
  const { workflowId, versionId } = await seedWorkflow(organizationId, definition)
  const { runId } = await inOrganization(organizationId, (tx) =>
    startRun(tx, {
      organizationId,
      workflowId,
      versionId,
      definition,
      startData: {},
      trigger: 'api',
      startedBy: null,
      startedByUserId: null,
      sandbox,
    }),
  )
  return runId
}

async function dueSchedule(): Promise<string> {
  const organizationId = api.organization.id
  const { workflowId } = await seedWorkflow(organizationId, graph('a', {}, { type: 'transform' }))
  const id = newId()
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(schedules).values({
      id,
      organizationId,
      workflowId,
      name: 'Each minute',
      cron: '* * * * *',
      timeZone: 'UTC',
      nextAt: new Date(Math.floor(Date.now() / 60_000) * 60_000),
    })
  })
  return id
}

async function runOfSchedule(id: string) {
  const [occurrence] = await engineDb()
    .select()
    .from(scheduleOccurrences)
    .where(eq(scheduleOccurrences.scheduleId, id))
  return await run(occurrence?.runId ?? '')
}

it('a restore holds what was open: runs, mails and planned starts', async () => {
  const open = await start()
  const sandbox = await start(true)
  const queued = await queue()
  const secret = await queue({ private: true })
  const schedule = await dueSchedule()
  const before = new Date()
  const answer = await beginGeneration(new Date(Date.now() - 3_600_000))
  expect(answer).toMatchObject({ generation: 1, mails: 1 })
  expect([(await run(open))?.held, (await run(sandbox))?.held]).toEqual([true, false])
  expect((await mail(queued))?.status).toBe('held')
  expect(await mail(secret)).toMatchObject({ status: 'failed', text: '' })

  await scheduleRound(before)
  expect((await runOfSchedule(schedule))?.held).toBe(true)
  expect((await run(await start()))?.held).toBe(false)
})

it('a person answers what becomes of a held mail', async () => {
  const ids = [await queue(), await queue(), await queue()]
  await beginGeneration(new Date())
  const answers = ['was-sent', 'send', 'leave']
  for (const [index, id] of ids.entries()) {
    const said = await answerMail(id, answers[index])
    expect(said.status).toBe(200)
  }
  expect(await Promise.all(ids.map(async (id) => (await mail(id))?.status))).toEqual([
    'sent',
    'queued',
    'failed',
  ])
  expect((await answerMail(ids[0] ?? '', 'send')).status).toBe(409)
})

it('an operator releases everything; later starts are not held', async () => {
  const open = await start()
  const queued = await queue()
  await beginGeneration(new Date())
  const released = await releaseGeneration('An operator')
  expect(released?.runs).toBeGreaterThan(0)
  expect((await run(open))?.held).toBe(false)
  expect((await mail(queued))?.status).toBe('queued')
  const schedule = await dueSchedule()
  await scheduleRound()
  expect((await runOfSchedule(schedule))?.held).toBe(false)
  expect(await releaseGeneration('An operator')).toBeUndefined()
})
