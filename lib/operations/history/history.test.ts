import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { runComments } from '#db/schema/comments'
import { files } from '#db/schema/documents'
import { auditEntries } from '#db/schema/records'
import { runs, screenDrafts, tasks } from '#db/schema/runs'
import { putFile } from '#lib/documents/file-store'
import { deleteRuns } from '#lib/engine/store/delete-runs'
import { advanceRunTotals, loadRunTotals } from '#lib/engine/store/reads/run-totals'
import type { Definition } from '#lib/domain/workflow/definition'
import type { RunStatus } from '#lib/domain/statuses'
import { env } from '#lib/env'
import { firstIdAt, newId } from '#lib/ids'
import { makeClient } from '#lib/postgres'
import { graph } from '#test/samples/graph'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { signedIn } from '#test/samples/person'
import { notify } from '../notifications/notify.ts'
import { applyRetention } from './start-history.ts'

const database = useTestDatabase()
const dayMs = 24 * 3_600_000
const ago = (days: number) => new Date(Date.now() - days * dayMs)
let admin: pg.Client
let organizationId: string

beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
  admin = makeClient({ connectionString: database.url })
  await admin.connect()
})
afterAll(async () => await admin.end())

/** A comment about a run, and a person who is told of it. */
async function talkAbout(runId: string): Promise<void> {
  const { actor } = await signedIn(organizationId, 'worker', 'Ada')
  await inOrganization(organizationId, async (tx) => {
    const written = { authorId: actor.id, authorName: actor.name, text: 'Call first', mentions: [] }
    await tx.insert(runComments).values({ id: newId(), organizationId, runId, ...written })
    await notify(tx, { organizationId, runId, kind: 'reminder', userIds: [actor.id] })
  })
}

const keeping = (retentionDays?: number): Definition => ({
  ...graph('look', { look: { type: 'screen', config: { title: 'Look' } } }),
  settings: retentionDays ? { retentionDays } : {},
})

/** An id of that time that is like no other. */
const idAt = (at: Date) => firstIdAt(at).slice(0, 14) + newId().slice(14)

type Place = { workflowId: string; versionId: string; organizationId?: string }
async function addRun(
  place: Place,
  status: RunStatus,
  at: Date,
  more: Partial<typeof runs.$inferInsert> = {},
): Promise<string> {
  const id = idAt(at)
  const open = status === 'running' || status === 'suspended'
  await engineDb()
    .insert(runs)
    .values({
      id,
      organizationId,
      status,
      trigger: 'api',
      startData: { patientId: id },
      createdAt: at,
      finishedAt: open ? null : at,
      ...place,
      ...more,
    })
  await engineDb()
    .insert(tasks)
    .values({
      id: newId(),
      organizationId: place.organizationId ?? organizationId,
      runId: id,
      key: 'look',
      stepId: 'look',
      stepType: 'screen',
      title: 'Look',
      effect: 'pure',
      status: 'completed',
    })
  return id
}
const left = async (ids: string[]) => {
  const rows = await engineDb()
    .select({ id: runs.id })
    .from(runs)
    .where(sql`id = any(${sql.param(ids)}::uuid[])`)
  return ids.map((id) => rows.some((row) => row.id === id))
}
const months = async () =>
  (
    await admin.query<{ name: string }>(
      `select relname as name from pg_class where relispartition and relname ~ '^runs_[0-9_]{7}$'
        order by 1`,
    )
  ).rows.map(({ name }) => name)
const monthOf = (at: Date) => `runs_${at.toISOString().slice(0, 7).replace('-', '_')}`

describe('months', () => {
  it('are made three months ahead, and a run lies in its own', async () => {
    await applyRetention()
    const now = new Date()
    for (const ahead of [0, 1, 2, 3])
      expect(await months()).toContain(
        monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))),
      )
    const place = await seedWorkflow(organizationId, keeping())
    const id = await addRun(place, 'completed', now)
    for (const table of ['runs', 'tasks', 'run_search']) {
      const { rows } = await admin.query<{ part: string }>(
        `select tableoid::regclass::text as part from ${table}
          where ${table === 'runs' ? 'id' : 'run_id'} = $1`,
        [id],
      )
      expect(rows).toEqual([{ part: monthOf(now).replace('runs', table) }])
    }
  })

  it('take over the rows of the default partition, from several processes at once', async () => {
    const place = await seedWorkflow(organizationId, keeping())
    const at = new Date('2019-05-31T23:59:59.999Z')
    const id = await addRun(place, 'completed', at)
    const at2 = new Date('2019-06-01T00:00:00.000Z')
    const id2 = await addRun(place, 'failed', at2)
    const whereIs = async (run: string) =>
      (
        await admin.query(
          `select tableoid::regclass::text as part,
            (select tableoid::regclass::text from tasks where run_id = runs.id) as task from runs
              where id = $1`,
          [run],
        )
      ).rows[0]
    expect(await whereIs(id)).toEqual({ part: 'runs_default', task: 'tasks_default' })
    await Promise.all(
      [1, 2, 3].map(() =>
        engineDb().execute(sql`select make_run_months('2019-05-01', '2019-06-30')`),
      ),
    )
    expect(await whereIs(id)).toEqual({ part: 'runs_2019_05', task: 'tasks_2019_05' })
    expect(await whereIs(id2)).toEqual({ part: 'runs_2019_06', task: 'tasks_2019_06' })
    await engineDb()
      .delete(runs)
      .where(sql`id = any(${sql.param([id, id2])}::uuid[])`)
  })

  it('cannot be dropped by the roles of requests', async () => {
    const app = makeClient({ connectionString: database.appUrl })
    await app.connect()
    await expect(app.query(`select drop_run_month('2019-05-01')`)).rejects.toThrow(
      /permission denied/,
    )
    await app.end()
  })
})

describe('retention', () => {
  it('deletes ended runs after their retention, with rows and files, and no others', async () => {
    const week = await seedWorkflow(organizationId, keeping(7))
    const forever = await seedWorkflow(organizationId, keeping())
    const stranger = (await seedOrganization()).organizationId
    const theirs = { ...(await seedWorkflow(stranger, keeping(30))), organizationId: stranger }
    const due = [
      await addRun(week, 'completed', ago(8)),
      await addRun(week, 'failed', ago(9)),
      await addRun(week, 'cancelled', ago(40)),
    ]
    const open = await addRun(week, 'suspended', ago(50))
    const stays = [
      open,
      await addRun(week, 'running', ago(20)),
      await addRun(week, 'completed', ago(6)),
      await addRun(forever, 'completed', ago(300)),
      await addRun(theirs, 'completed', ago(20)),
      await addRun(week, 'completed', ago(30), { finishedAt: ago(2) }),
      // Children of a run that goes on: their results may still be asked for.
      await addRun(week, 'completed', ago(30), { parentRunId: open }),
      await addRun(week, 'completed', ago(30), { scopeRunId: open }),
    ]
    const stored = await putFile(
      (async function* () {
        yield Buffer.from('a letter')
      })(),
      { maxBytes: 100 },
    )
    const made = {
      organizationId,
      fileName: 'letter.pdf',
      mimeType: 'application/pdf',
      size: 8,
      sha256: stored.sha256,
    }
    const fileId = newId()
    const uploaded = newId()
    await engineDb()
      .insert(files)
      .values([
        { ...made, id: fileId, storageKey: stored.storageKey, runId: due[0] },
        { ...made, id: uploaded, storageKey: 'aa/bb/none' },
      ])
    await engineDb()
      .insert(screenDrafts)
      .values({ taskId: newId(), runId: due[1] ?? '', organizationId, userId: newId(), data: {} })
    await talkAbout(due[1] ?? '')
    const before = await loadRunTotals(engineDb())

    await applyRetention()
    expect(await left(due)).toEqual([false, false, false])
    expect(await left(stays)).toEqual(stays.map(() => true))
    for (const table of [
      'tasks',
      'run_search',
      'screen_drafts',
      'files',
      'run_comments',
      'notifications',
    ])
      expect(
        (await admin.query(`select from ${table} where run_id = any($1::uuid[])`, [due])).rowCount,
        table,
      ).toBe(0)
    expect(() => readFileSync(path.join(env().DATA_DIR, 'files', stored.storageKey))).toThrow(
      /ENOENT/,
    )
    expect(
      await engineDb()
        .select({ id: files.id })
        .from(files)
        .where(sql`id = ${uploaded}`),
    ).toHaveLength(1)
    const entries = await engineDb()
      .select()
      .from(auditEntries)
      .where(sql`object_id = ${week.workflowId} and action = 'runs.deleted'`)
    expect(entries).toMatchObject([{ actorKind: 'engine', details: { runs: 3, days: 7 } }])
    const after = await loadRunTotals(engineDb())
    expect(after).toEqual(before)
    expect(after.balanced).toBe(true)
    await applyRetention()
    expect(await left(stays)).toEqual(stays.map(() => true))
  })

  it('follows the organization where the workflow says nothing', async () => {
    const own = (await seedOrganization()).organizationId
    await admin.query(`update organizations set settings = '{"retentionDays": 10}' where id = $1`, [
      own,
    ])
    const silent = await seedWorkflow(own, keeping())
    const longer = await seedWorkflow(own, keeping(100))
    const ids = [
      await addRun({ ...silent, organizationId: own }, 'completed', ago(11)),
      await addRun({ ...longer, organizationId: own }, 'completed', ago(11)),
    ]
    await applyRetention()
    expect(await left(ids)).toEqual([false, true])
  })

  it('drops a month when all its runs are due, and never one with an active run', async () => {
    const place = await seedWorkflow(organizationId, keeping(30))
    const old = [new Date('2020-01-15T00:00:00Z'), new Date('2020-02-15T00:00:00Z')] as const
    await engineDb().execute(sql`select make_run_months('2020-01-01', '2020-02-01')`)
    for (let count = 0; count < 699; count++) await addRun(place, 'completed', old[0])
    const talkedOf = await addRun(place, 'completed', old[0])
    await talkAbout(talkedOf)
    const waiting = await addRun(place, 'suspended', old[1])
    await advanceRunTotals(engineDb())
    const before = await loadRunTotals(engineDb())
    await applyRetention()
    expect(await months()).not.toContain('runs_2020_01')
    for (const table of ['run_comments', 'notifications'])
      expect(
        (await admin.query(`select from ${table} where run_id = $1`, [talkedOf])).rowCount,
        table,
      ).toBe(0)
    expect(await months()).toContain('runs_2020_02')
    expect(await left([waiting])).toEqual([true])
    expect(await loadRunTotals(engineDb())).toEqual(before)
    const [entry] = await engineDb()
      .select()
      .from(auditEntries)
      .where(sql`object_id = ${place.workflowId} and action = 'runs.deleted'`)
    expect(entry?.details).toMatchObject({ runs: 700 })
    const dropped = engineDb().execute(sql`select drop_run_month('2020-02-01')`)
    await expect(dropped).rejects.toMatchObject({ cause: { code: '55006' } })
    expect(await left([waiting])).toEqual([true])
  })
})

describe('E10: run totals', () => {
  it('balance at any time while runs are started, ended, deleted and counted', async () => {
    const own = (await seedOrganization()).organizationId
    const place = { ...(await seedWorkflow(own, keeping(5))), organizationId: own }
    const underWay = new Set<number>()
    let going = true
    let accepted = 0
    let deleted = 0
    let looks = 0
    /** One transaction; what is older than all that are under way can be counted. */
    async function act<T>(work: () => Promise<T>): Promise<T> {
      const started = Date.now() + underWay.size / 1000
      underWay.add(started)
      return await work().finally(() => underWay.delete(started))
    }
    const ends = ['completed', 'failed', 'cancelled', 'suspended'] as const
    async function traffic(): Promise<void> {
      const ended: string[] = []
      for (let count = 0; count < 80; count++) {
        const id = await act(() => addRun(place, 'running', new Date()))
        accepted++
        const status = ends[count % 4]
        const finishedAt = status === 'suspended' ? null : sql`now()`
        if (count % 5 > 0)
          await act(() =>
            engineDb()
              .update(runs)
              .set({ status, finishedAt })
              .where(sql`id = ${id}`),
          )
        if (count % 5 > 0 && finishedAt) ended.push(id)
        if (count % 3 > 0) continue
        const gone = await act(() =>
          engineDb().transaction((tx) =>
            deleteRuns(tx, own, ended.splice(Math.floor(Math.random() * ended.length), 2)),
          ),
        )
        deleted += gone.deleted
      }
    }
    async function look(): Promise<void> {
      while (going) {
        const totals = await inOrganization(own, (tx) => loadRunTotals(tx))
        expect(totals, JSON.stringify(totals)).toMatchObject({ balanced: true })
        looks++
      }
    }
    async function count(): Promise<void> {
      while (going)
        await advanceRunTotals(
          engineDb(),
          new Date(Math.floor(Math.min(Date.now(), ...underWay)) - 1),
        )
    }
    const others = [look(), count(), count()]
    await Promise.all([traffic(), traffic(), traffic()]).finally(() => {
      going = false
    })
    await Promise.all(others)
    const totals = await inOrganization(own, (tx) => loadRunTotals(tx))
    const { rows } = await admin.query<{ kept: number; open: number }>(
      `select count(*)::int as kept, (count(*) filter (where finished_at is null))::int as open
        from runs where organization_id = $1`,
      [own],
    )
    expect(totals).toMatchObject({ accepted, balanced: true })
    expect(totals.active + totals.suspended).toBe(rows[0]?.open)
    expect(rows[0]?.kept).toBe(accepted - deleted)
    expect(deleted).toBeGreaterThan(20)
    expect(looks).toBeGreaterThan(20)
    const {
      rows: [counted],
    } = await admin.query<{ accepted: string }>(
      `select accepted from run_books where organization_id = $1`,
      [own],
    )
    expect(Number(counted?.accepted), 'most was counted for good').toBeGreaterThan(accepted / 2)
    // Another organization sees none of it.
    expect(
      await inOrganization((await seedOrganization()).organizationId, (tx) => loadRunTotals(tx)),
    ).toMatchObject({ accepted: 0, balanced: true })
  })
})
