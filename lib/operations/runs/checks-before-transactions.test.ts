import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { engineDb, inOrganization, type Tx } from '#db/client'
import { scheduleBackfills, scheduleOccurrences, schedules } from '#db/schema/schedules'
import { newActor, type Actor } from '#lib/auth/actor'
import type { Definition } from '#lib/domain/workflow/definition'
import { loadValue } from '#lib/engine/store/payloads'
import { newId } from '#lib/ids'
import { ProcessPool } from '#lib/process-pool/pool'
import { graph } from '#test/samples/graph'
import { seedOrganization, seedVersion, seedWorkflow } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { submitForm } from '../forms/submit-form.ts'
import { checkedBySchema } from '../schema-issues.ts'
import { createBackfill } from '../schedules/create-backfill.ts'
import { createSchedule } from '../schedules/create-schedule.ts'
import { runScheduleNow } from '../schedules/run-schedule-now.ts'
import { scheduleRound } from '../schedules/schedule-round.ts'
import { updateSchedule } from '../schedules/update-schedule.ts'
import { retryRun } from './retry-run.ts'
import { startRunAndWait } from './start-run.ts'

useTestDatabase()

const schema = {
  type: 'object',
  properties: {
    list: { type: 'array', uniqueItems: true, items: { type: 'object' } },
    ward: { type: 'string', default: 'B' },
  },
}
const large = () => ({ list: Array.from({ length: 30_000 }, (_none, index) => ({ a: index })) })

let actor: Actor
let workflowId = ''
let definition: Definition
beforeAll(async () => {
  const { organizationId } = await seedOrganization()
  const person = { id: newId(), name: 'Olga Owner', email: 'olga@example.com', sessionId: null }
  actor = newActor({ kind: 'api-key', ...person, organizationId, role: 'owner' })
  definition = { ...graph('a', {}, { type: 'transform' }), startData: schema }
  ;({ workflowId } = await seedWorkflow(organizationId, definition))
})

/** The idle open transactions at the time when a process was asked for a check. */
const open: number[] = []
let duringCheck = async (): Promise<unknown> => undefined
beforeEach(() => {
  open.length = 0
  // oxlint-disable-next-line typescript/unbound-method -- called below with the pool it is asked of
  const { ask } = ProcessPool.prototype
  vi.spyOn(ProcessPool.prototype, 'ask').mockImplementation(async function (
    this: ProcessPool<unknown, unknown>,
    asked,
  ) {
    const { rows } = await engineDb().execute<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`)
    open.push(rows[0]?.count ?? -1)
    await duringCheck()
    return await ask.call(this, asked)
  })
  return () => vi.restoreAllMocks()
})

/** Checked once, while no transaction was open. */
const checkedOutside = () => expect(open).toEqual([0])

async function startDataOf(runId: string): Promise<unknown> {
  return await inOrganization(actor.organizationId, async (tx) => {
    const { rows } = await tx.execute<{ data: unknown; ref: string | null }>(
      sql`select start_data as data, start_ref as ref from runs where id = ${runId}::uuid`,
    )
    return await loadValue(tx, runId, rows[0]?.data, rows[0]?.ref ?? null)
  })
}

describe('large data is checked by a process, once, before a transaction begins', () => {
  const filled = { ...large(), ward: 'B' }

  it('when a run is started, a form submitted, a run retried', async () => {
    const start = { id: workflowId, startData: large(), waitSeconds: 0 }
    const { started } = await startRunAndWait(actor, start)
    checkedOutside()
    expect(await startDataOf(started.id)).toEqual(filled)
    expect(start.startData).toEqual(large())

    open.length = 0
    const { runId } = await submitForm(actor, { slug: workflowId, data: large() })
    checkedOutside()
    expect(await startDataOf(runId)).toEqual(filled)

    open.length = 0
    const again = { id: started.id, version: 'same' as const, startData: large() }
    const retried = await retryRun(actor, again)
    checkedOutside()
    expect(await startDataOf(retried.id)).toEqual(filled)
  })

  it('when a schedule is created, changed, run now, or backfilled', async () => {
    const plan = { name: 'Nightly', cron: '0 2 * * *', timeZone: 'UTC' }
    const policies = {
      missedPolicy: 'latest' as const,
      missedLimit: 1,
      overlapPolicy: 'allow' as const,
      daysOff: 'run' as const,
      calendar: null,
    }
    const { id } = await createSchedule(actor, {
      id: workflowId,
      ...plan,
      ...policies,
      startData: large(),
      paused: true,
    })
    checkedOutside()

    for (const change of [{ name: 'Daily' }, { startData: large() }]) {
      open.length = 0
      await updateSchedule(actor, { id, ...change })
      checkedOutside()
    }

    open.length = 0
    const { runId } = await runScheduleNow(actor, { id })
    checkedOutside()
    expect(await startDataOf(runId)).toEqual(filled)

    open.length = 0
    await createBackfill(actor, { id, from: '2026-01-01T00:00:00Z', to: '2026-01-03T00:00:00Z' })
    checkedOutside()
  })

  it('when the scheduler starts what is due, what waited, and the next of a backfill', async () => {
    const id = newId()
    const { organizationId } = actor
    const ofSchedule = { organizationId, scheduleId: id }
    const insert = async (work: (tx: Tx) => Promise<unknown>) => {
      await inOrganization(organizationId, work)
      open.length = 0
    }
    const lastStart = async () => {
      const rows = await engineDb()
        .select()
        .from(scheduleOccurrences)
        .where(eq(scheduleOccurrences.scheduleId, id))
      return rows.filter(({ status }) => status === 'started').at(-1)?.runId ?? ''
    }
    // Of the test before.
    await engineDb().delete(schedules)
    const plan = { name: 'Hourly', cron: '0 * * * *', timeZone: 'UTC', overlapPolicy: 'allow' }
    const nextAt = new Date('2031-06-01T07:00:00Z')
    const row = { ...plan, id, organizationId, workflowId, nextAt, startData: large() }
    await insert((tx) => tx.insert(schedules).values(row as typeof schedules.$inferInsert))
    await scheduleRound(new Date('2031-06-01T07:00:01Z'))
    checkedOutside()
    expect(await startDataOf(await lastStart())).toEqual(filled)

    const occurrence = { ...ofSchedule, plannedAt: new Date('2031-06-01T06:00:00Z') }
    await insert((tx) =>
      tx.insert(scheduleOccurrences).values({ ...occurrence, id: newId(), status: 'queued' }),
    )
    await scheduleRound(new Date('2031-06-01T07:00:02Z'))
    checkedOutside()

    const backfillId = newId()
    const fromAt = new Date('2031-05-01T00:00:00Z')
    const toAt = new Date('2031-05-01T03:00:00Z')
    await insert(async (tx) => {
      await tx.insert(scheduleBackfills).values({ ...ofSchedule, id: backfillId, fromAt, toAt })
      const planned = { ...ofSchedule, backfillId, kind: 'backfill', status: 'planned' } as const
      for (const plannedAt of [fromAt, toAt])
        await tx.insert(scheduleOccurrences).values({ ...planned, id: newId(), plannedAt })
    })
    await scheduleRound(new Date('2031-06-01T07:00:03Z'))
    checkedOutside()
    expect(await startDataOf(await lastStart())).toEqual(filled)
  })

  it('and again when another version is published meanwhile', async () => {
    duringCheck = async () => {
      duringCheck = async () => undefined
      const ward = { type: 'string', default: 'C' }
      const startData = { ...schema, properties: { ...schema.properties, ward } }
      await seedVersion(actor.organizationId, workflowId, { ...definition, startData }, 2)
    }
    const start = { id: workflowId, startData: large(), waitSeconds: 0 }
    const { started } = await startRunAndWait(actor, start)
    expect(await startDataOf(started.id)).toEqual({ ...large(), ward: 'C' })
  })
})

describe('large data', () => {
  const checkFor = { organizationId: 'a' }

  it('are never copied, and stay as they were given', async () => {
    const copied = vi.spyOn(globalThis, 'structuredClone')
    const given = large()
    const plain = { type: 'object', properties: { ward: { type: 'string' } } }
    expect((await checkedBySchema(plain, given, checkFor)).data).toBe(given)
    const { data, found } = await checkedBySchema(schema, given, checkFor)
    expect([data, found]).toEqual([
      { ...large(), ward: 'B' },
      { issues: [], more: 0 },
    ])
    expect(given).toEqual(large())
    const wrong = { ...large(), ward: 1 }
    expect((await checkedBySchema(plain, wrong, checkFor)).found.issues).toHaveLength(1)
    expect(copied.mock.calls.some(([value]) => typeof value === 'object' && value !== null)).toBe(
      false,
    )
  })
})
