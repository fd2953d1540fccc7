import { asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { runs } from '#db/schema/runs'
import { scheduleOccurrences, schedules } from '#db/schema/schedules'
import { workflows } from '#db/schema/workflows'
import type { Definition } from '#lib/domain/workflow/definition'
import { pauseWorkflow, resumeWorkflow } from '#lib/engine/commands/pause-workflow'
import { newId } from '#lib/ids'
import { graph } from '#test/samples/graph'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { fireDue } from './fire-due.ts'
import { scheduleRound } from './schedule-round.ts'

useTestDatabase()
let organizationId = ''
beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
})

const at = (text: string) => new Date(`2031-06-01T${text}Z`)
const plain: Definition = graph('a', {}, { type: 'transform' })
const strict: Definition = {
  ...plain,
  startData: { type: 'object', properties: { ward: { type: 'string' } }, required: ['ward'] },
}
type Changes = Partial<typeof schedules.$inferInsert>

async function schedule(
  changes: Changes = {},
  definition = plain,
): Promise<{ id: string; workflowId: string }> {
  const { workflowId } = await seedWorkflow(organizationId, definition)
  const id = newId()
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(schedules).values({
      id,
      organizationId,
      workflowId,
      name: 'Hourly',
      cron: '0 * * * *',
      timeZone: 'UTC',
      nextAt: at('07:00:00'),
      ...changes,
    })
  })
  return { id, workflowId }
}

async function occurrences(scheduleId: string) {
  const rows = await engineDb()
    .select()
    .from(scheduleOccurrences)
    .where(eq(scheduleOccurrences.scheduleId, scheduleId))
    .orderBy(asc(scheduleOccurrences.plannedAt))
  return rows.map(({ plannedAt, status, reason, runId }) => ({
    at: plannedAt.toISOString().slice(11, 16),
    status,
    reason,
    runId,
  }))
}
const statuses = async (id: string) =>
  (await occurrences(id)).map((occurrence) => `${occurrence.at} ${occurrence.status}`)
const runsOf = async (workflowId: string) =>
  await engineDb().select().from(runs).where(eq(runs.workflowId, workflowId))
const row = async (id: string) =>
  (await engineDb().select().from(schedules).where(eq(schedules.id, id)))[0]
const end = async (runId: string | null) =>
  await engineDb()
    .update(runs)
    .set({ status: 'completed', finishedAt: new Date() })
    .where(eq(runs.id, runId ?? ''))

describe('days off', () => {
  // 2031-06-01 is a Sunday; without a calendar Monday to Friday count.
  const days = (from: string) => new Date(`2031-06-${from}Z`)
  it('moves an occurrence of Sunday to Monday, where it comes once', async () => {
    const { id } = await schedule({
      cron: '0 7 * * *',
      daysOff: 'next',
      nextAt: days('02T07:00:00'),
    })
    await scheduleRound(at('07:00:01'))
    expect(await statuses(id)).toEqual([])
    await scheduleRound(days('02T07:00:01'))
    expect(await statuses(id)).toEqual(['07:00 started'])
    expect((await row(id))?.nextAt).toEqual(days('03T07:00:00'))
  })

  it('makes up only for what was due on working days', async () => {
    const { id } = await schedule({
      cron: '0 7 * * *',
      daysOff: 'skip',
      missedPolicy: 'all',
      overlapPolicy: 'allow',
      nextAt: days('05T07:00:00'),
    })
    await scheduleRound(days('09T06:00:00'))
    // Thursday and Friday, not the weekend.
    expect(await statuses(id)).toEqual(['07:00 started', '07:00 started'])
    expect((await row(id))?.nextAt).toEqual(days('09T07:00:00'))
  })
})

describe('E9: each occurrence fires exactly once', () => {
  it('with three schedulers looking at once, again and again', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => schedule({ overlapPolicy: 'allow' })),
    )
    for (const time of ['07:00:01', '08:00:01', '09:00:01'])
      await Promise.all([1, 2, 3].flatMap(() => [scheduleRound(at(time)), scheduleRound(at(time))]))
    for (const { id, workflowId } of made) {
      expect(await statuses(id)).toEqual(['07:00 started', '08:00 started', '09:00 started'])
      const started = await runsOf(workflowId)
      expect(started.map(({ plannedAt }) => plannedAt?.toISOString().slice(11, 16)).sort()).toEqual(
        ['07:00', '08:00', '09:00'],
      )
      expect(new Set(started.map(({ id: runId }) => runId)).size).toBe(3)
    }
  })

  it('also when the next instant was set back: an instant that has its run gets no second one', async () => {
    const { id, workflowId } = await schedule({ overlapPolicy: 'allow' })
    await scheduleRound(at('07:00:01'))
    await engineDb()
      .update(schedules)
      .set({ nextAt: at('07:00:00') })
      .where(eq(schedules.id, id))
    await scheduleRound(at('07:00:30'))
    expect(await runsOf(workflowId)).toHaveLength(1)
  })

  it(
    'in one transaction with its run: when that breaks off, nothing of it is there, ' +
      'and the next look does it all',
    async () => {
      const { id, workflowId } = await schedule()
      const breaksOff = inOrganization(organizationId, async (tx) => {
        await fireDue(tx, id, { now: at('07:00:01') })
        throw new Error('the process died here')
      })
      await expect(breaksOff).rejects.toThrow('the process died here')
      expect([await occurrences(id), await runsOf(workflowId), (await row(id))?.nextAt]).toEqual([
        [],
        [],
        at('07:00:00'),
      ])
      await scheduleRound(at('07:00:02'))
      expect([
        await statuses(id),
        (await runsOf(workflowId)).length,
        (await row(id))?.nextAt,
      ]).toEqual([['07:00 started'], 1, at('08:00:00')])
    },
  )
})

describe('what was missed while nothing ran', () => {
  it.each([
    ['skip', ['07:00 missed', '08:00 missed', '09:00 missed']],
    ['latest', ['07:00 missed', '08:00 missed', '09:00 started']],
    ['all', ['07:00 missed', '08:00 started', '09:00 started']],
  ] as const)('%s', async (missedPolicy, expected) => {
    const { id, workflowId } = await schedule({
      missedPolicy,
      missedLimit: 2,
      overlapPolicy: 'allow',
    })
    await scheduleRound(at('09:40:00'))
    expect(await statuses(id)).toEqual(expected)
    expect(await runsOf(workflowId)).toHaveLength(
      expected.filter((entry) => entry.endsWith('started')).length,
    )
    expect((await row(id))?.nextAt).toEqual(at('10:00:00'))
  })
})

describe('when the run before is not finished', () => {
  it('allow: both run', async () => {
    const { id } = await schedule({ overlapPolicy: 'allow' })
    await scheduleRound(at('07:00:01'))
    await scheduleRound(at('08:00:01'))
    expect(await statuses(id)).toEqual(['07:00 started', '08:00 started'])
  })

  it('skip: the new one is left out, and the one after the end fires', async () => {
    const { id } = await schedule({ overlapPolicy: 'skip' })
    await scheduleRound(at('07:00:01'))
    await scheduleRound(at('08:00:01'))
    const [first, second] = await occurrences(id)
    expect(second).toMatchObject({
      status: 'skipped',
      reason: 'The run before was not finished.',
      runId: null,
    })
    await end(first?.runId ?? null)
    await scheduleRound(at('09:00:01'))
    expect(await statuses(id)).toEqual(['07:00 started', '08:00 skipped', '09:00 started'])
  })

  it('queue: they wait and start in order, one at a time', async () => {
    const { id } = await schedule({ overlapPolicy: 'queue' })
    for (const time of ['07:00:01', '08:00:01', '09:00:01']) await scheduleRound(at(time))
    expect(await statuses(id)).toEqual(['07:00 started', '08:00 queued', '09:00 queued'])
    await end((await occurrences(id))[0]?.runId ?? null)
    await scheduleRound(at('09:00:02'))
    await scheduleRound(at('09:00:03'))
    expect(await statuses(id)).toEqual(['07:00 started', '08:00 started', '09:00 queued'])
    await end((await occurrences(id))[1]?.runId ?? null)
    await scheduleRound(at('09:00:04'))
    expect(await statuses(id)).toEqual(['07:00 started', '08:00 started', '09:00 started'])
  })
})

describe('a schedule that cannot fire', () => {
  it('says so, writes a failed occurrence, and is well again when it can', async () => {
    const { id } = await schedule({ startData: {}, overlapPolicy: 'allow' }, strict)
    await scheduleRound(at('07:00:01'))
    expect(await occurrences(id)).toMatchObject([
      { status: 'failed', reason: expect.stringContaining('ward'), runId: null },
    ])
    expect((await row(id))?.problem).toMatch(/ward/)
    await engineDb()
      .update(schedules)
      .set({ startData: { ward: 'B' } })
      .where(eq(schedules.id, id))
    await scheduleRound(at('08:00:01'))
    expect(await statuses(id)).toEqual(['07:00 failed', '08:00 started'])
    expect((await row(id))?.problem).toBeNull()
  })

  it('of a paused workflow skips, and goes on afterwards', async () => {
    const { id, workflowId } = await schedule({ overlapPolicy: 'allow' })
    await inOrganization(
      organizationId,
      async (tx) => await pauseWorkflow(tx, workflowId, 'a test'),
    )
    await scheduleRound(at('07:00:01'))
    expect(await occurrences(id)).toMatchObject([
      { status: 'skipped', reason: expect.stringMatching(/paused/) },
    ])
    await inOrganization(organizationId, async (tx) => await resumeWorkflow(tx, workflowId))
    await scheduleRound(at('08:00:01'))
    expect(await statuses(id)).toEqual(['07:00 skipped', '08:00 started'])
  })

  it('of a workflow that is not published any more fails with the reason, and others fire', async () => {
    const { id, workflowId } = await schedule()
    const other = await schedule()
    await engineDb()
      .update(workflows)
      .set({ publishedVersionId: null })
      .where(eq(workflows.id, workflowId))
    await scheduleRound(at('07:00:01'))
    expect(await statuses(id)).toEqual(['07:00 failed'])
    expect(await statuses(other.id)).toEqual(['07:00 started'])
  })
})

it('nothing is done when nothing is due', async () => {
  await schedule({ nextAt: null, paused: true })
  await engineDb().update(schedules).set({ nextAt: null })
  await engineDb().update(scheduleOccurrences).set({ status: 'started' })
  expect(await scheduleRound(at('12:00:00'))).toBe(0)
})
