import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { engineDb } from '#db/client'
import { auditEntries } from '#db/schema/records'
import { runs } from '#db/schema/runs'
import { scheduleOccurrences } from '#db/schema/schedules'
import { deleteRuns } from '#lib/engine/store/delete-runs'
import { graph } from '#test/samples/graph'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { scheduleRound } from './schedule-round.ts'

const schedulesRoute = endpointsAt('/api/v2/schedules')
const scheduleRoute = endpointsAt('/api/v2/schedules/{id}')
const backfillsRoute = endpointsAt('/api/v2/schedules/{id}/backfills')
const cancelRoute = endpointsAt('/api/v2/schedules/{id}/backfills/{backfillId}/cancel')
const occurrencesRoute = endpointsAt('/api/v2/schedules/{id}/occurrences')
const pauseRoute = endpointsAt('/api/v2/schedules/{id}/pause')
const resumeRoute = endpointsAt('/api/v2/schedules/{id}/resume')
const runNowRoute = endpointsAt('/api/v2/schedules/{id}/run-now')
const calendarsRoute = endpointsAt('/api/v2/calendars')
const calendarRoute = endpointsAt('/api/v2/calendars/{calendar}')
const ofWorkflowRoute = endpointsAt('/api/v2/workflows/{id}/schedules')

const api = useApi()
let workflowId = ''
beforeAll(async () => {
  const startData = { type: 'object', properties: { ward: { type: 'string' } }, required: ['ward'] }
  workflowId = (
    await seedWorkflow(api.organization.id, { ...graph('a', {}, { type: 'transform' }), startData })
  ).workflowId
})

const body = {
  name: 'Nightly',
  cron: '0 2 * * *',
  timeZone: 'Europe/Berlin',
  startData: { ward: 'B' },
}
async function create(more: Record<string, unknown> = {}): Promise<string> {
  const made = await api.send(ofWorkflowRoute.POST, `/api/v2/workflows/${workflowId}/schedules`, {
    params: { id: workflowId },
    body: { ...body, ...more },
  })
  expect(made.status).toBe(201)
  return made.body['id'] as string
}
const read = async (id: string) =>
  (await api.send(scheduleRoute.GET, `/api/v2/schedules/${id}`, { params: { id } })).body

describe('a schedule', () => {
  it('is made with its defaults and shows its next ten occurrences', async () => {
    const id = await create()
    const schedule = await read(id)
    expect(schedule).toMatchObject({
      ...body,
      missedPolicy: 'latest',
      missedLimit: 10,
      overlapPolicy: 'skip',
      paused: false,
      problem: null,
      last: null,
      workflow: { id: workflowId, paused: false },
    })
    expect(schedule['next']).toHaveLength(10)
    expect(schedule['nextAt']).toBe((schedule['next'] as string[])[0])
    const listed = await api.send(schedulesRoute.GET, '/api/v2/schedules')
    expect((listed.body['items'] as { id: string }[]).map((item) => item.id)).toContain(id)
  })

  it.each([
    [{ cron: '61 * * * *' }, 'cron'],
    [{ cron: '0 0 30 2 *' }, 'cron'],
    [{ timeZone: 'Nowhere/Else' }, 'timeZone'],
    [{ startData: {} }, 'startData.ward'],
    [{ missedLimit: 0 }, 'missedLimit'],
    [{ colour: 'red' }, 'colour'],
  ])('refuses %o, naming the field', async (wrong, path) => {
    const answer = await api.send(
      ofWorkflowRoute.POST,
      `/api/v2/workflows/${workflowId}/schedules`,
      { params: { id: workflowId }, body: { ...body, ...wrong } },
    )
    expect(answer.status).toBe(400)
    expect(
      (answer.body['details'] as { issues: { path: string }[] }).issues.map((issue) => issue.path),
    ).toContain(path)
  })

  it('is changed, paused, resumed and deleted, each with its audit entry', async () => {
    const id = await create()
    const params = { id }
    expect(
      (
        await api.send(scheduleRoute.PATCH, `/api/v2/schedules/${id}`, {
          params,
          body: { cron: '30 4 * * *' },
        })
      ).body,
    ).toMatchObject({ cron: '30 4 * * *' })
    expect(
      (await api.send(pauseRoute.POST, `/api/v2/schedules/${id}/pause`, { params })).body,
    ).toMatchObject({ paused: true, nextAt: null, next: [] })
    const resumed = await api.send(resumeRoute.POST, `/api/v2/schedules/${id}/resume`, { params })
    expect(resumed.body).toMatchObject({ paused: false })
    expect(new Date(resumed.body['nextAt'] as string).getTime()).toBeGreaterThan(Date.now())
    expect(
      (await api.send(scheduleRoute.DELETE, `/api/v2/schedules/${id}`, { params })).status,
    ).toBe(204)
    expect((await api.send(scheduleRoute.GET, `/api/v2/schedules/${id}`, { params })).status).toBe(
      404,
    )
    const entries = await engineDb()
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(eq(auditEntries.objectId, id))
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'schedule.created',
      'schedule.deleted',
      'schedule.paused',
      'schedule.resumed',
      'schedule.updated',
    ])
  })

  it('runs now with its start data, and lists the occurrence', async () => {
    const id = await create()
    const ran = await api.send(runNowRoute.POST, `/api/v2/schedules/${id}/run-now`, {
      params: { id },
    })
    expect(ran.status).toBe(201)
    const [run] = await engineDb()
      .select()
      .from(runs)
      .where(eq(runs.id, ran.body['runId'] as string))
    expect(run).toMatchObject({
      trigger: 'schedule',
      startData: { ward: 'B' },
      startedBy: 'Nightly, by owner',
    })
    const listed = await api.send(occurrencesRoute.GET, `/api/v2/schedules/${id}/occurrences`, {
      params: { id },
    })
    expect(listed.body['items']).toMatchObject([
      { kind: 'run-now', status: 'started', runId: ran.body['runId'], runStatus: 'running' },
    ])
  })

  it('is for builders to manage, for everyone to see, and for no other organization', async () => {
    const id = await create()
    const other = await organizationWithKeys()
    const params = { id }
    expect(
      (await api.send(scheduleRoute.GET, `/api/v2/schedules/${id}`, { params, as: 'worker' }))
        .status,
    ).toBe(200)
    expect(
      (await api.send(pauseRoute.POST, `/api/v2/schedules/${id}/pause`, { params, as: 'worker' }))
        .status,
    ).toBe(403)
    expect(
      (await api.send(pauseRoute.POST, `/api/v2/schedules/${id}/pause`, { params, as: 'builder' }))
        .status,
    ).toBe(200)
    expect(
      (
        await api.send(scheduleRoute.GET, `/api/v2/schedules/${id}`, {
          params,
          organization: other,
        })
      ).status,
    ).toBe(404)
    expect(
      (
        await api.send(scheduleRoute.DELETE, `/api/v2/schedules/${id}`, {
          params,
          organization: other,
        })
      ).status,
    ).toBe(404)
    expect(
      (await api.send(schedulesRoute.GET, '/api/v2/schedules', { organization: other })).body[
        'items'
      ],
    ).toEqual([])
    expect((await api.send(schedulesRoute.GET, '/api/v2/schedules', { as: null })).status).toBe(401)
  })

  it('lists page by page', async () => {
    const ids = [await create(), await create(), await create()]
    const first = await api.send(schedulesRoute.GET, '/api/v2/schedules?limit=2')
    const second = await api.send(
      schedulesRoute.GET,
      `/api/v2/schedules?limit=2&cursor=${String(first.body['nextCursor'])}`,
    )
    const seen = [
      ...(first.body['items'] as { id: string }[]),
      ...(second.body['items'] as { id: string }[]),
    ].map((item) => item.id)
    expect(seen.slice(0, 3)).toEqual(ids.toReversed())
  })
})

describe('a backfill', () => {
  const period = { from: '2025-01-01T00:00:00Z', to: '2025-01-25T23:59:59Z' }
  const start = async (id: string, given = period) =>
    await api.send(backfillsRoute.POST, `/api/v2/schedules/${id}/backfills`, {
      params: { id },
      body: given,
    })
  const progress = async (id: string) =>
    (
      (await api.send(backfillsRoute.GET, `/api/v2/schedules/${id}/backfills`, { params: { id } }))
        .body['items'] as { status: string; progress: Record<string, number> }[]
    )[0]
  const endAll = async (status: 'completed' | 'failed' = 'completed') =>
    await engineDb()
      .update(runs)
      .set({ status, finishedAt: new Date() })
      .where(eq(runs.status, 'running'))

  it('starts its occurrences oldest first and a few at a time, counts them, and ends', async () => {
    const id = await create()
    await endAll()
    const made = await start(id)
    expect([made.status, made.body['total'], made.body['progress']]).toEqual([
      201,
      25,
      { planned: 25, running: 0, completed: 0, failed: 0, cancelled: 0, deleted: 0 },
    ])
    await scheduleRound()
    expect((await progress(id))?.progress).toMatchObject({ planned: 15, running: 10 })
    const started = await engineDb().select().from(runs).where(eq(runs.status, 'running'))
    expect(
      started
        .map(({ plannedAt }) => plannedAt?.toISOString().slice(0, 10))
        .sort()
        .at(-1),
    ).toBe('2025-01-10')
    expect(new Set(started.map(({ priority }) => priority))).toEqual(new Set([15]))
    await endAll('failed')
    await scheduleRound()
    await endAll()
    await scheduleRound()
    await endAll()
    await scheduleRound()
    expect(await progress(id)).toMatchObject({
      status: 'completed',
      progress: { planned: 0, running: 0, completed: 15, failed: 10, cancelled: 0, deleted: 0 },
    })
  })

  it('goes on and counts to its end when retention deletes runs of it', async () => {
    const id = await create()
    await endAll()
    await start(id)
    await scheduleRound()
    await endAll()
    const ended = await engineDb()
      .select({ id: runs.id })
      .from(runs)
      .innerJoin(scheduleOccurrences, eq(scheduleOccurrences.runId, runs.id))
      .where(eq(scheduleOccurrences.scheduleId, id))
      .limit(4)
    await engineDb().transaction(
      async (tx) =>
        await deleteRuns(
          tx,
          api.organization.id,
          ended.map((run) => run.id),
        ),
    )
    expect((await progress(id))?.progress).toEqual({
      planned: 15,
      running: 0,
      completed: 6,
      failed: 0,
      cancelled: 0,
      deleted: 4,
    })
    for (let round = 0; round < 3; round++) {
      await scheduleRound()
      await endAll()
    }
    expect(await progress(id)).toMatchObject({
      status: 'completed',
      total: 25,
      progress: { planned: 0, completed: 21, deleted: 4 },
    })
  })

  it('can be stopped; planned again, it makes up only for what has no run', async () => {
    const id = await create()
    await endAll()
    const made = await start(id)
    await scheduleRound()
    const backfillId = made.body['id'] as string
    const stopped = await api.send(
      cancelRoute.POST,
      `/api/v2/schedules/${id}/backfills/${backfillId}/cancel`,
      { params: { id, backfillId } },
    )
    expect(stopped.body).toMatchObject({
      status: 'cancelled',
      progress: { planned: 0, running: 10, cancelled: 15 },
    })
    await scheduleRound()
    expect((await progress(id))?.progress).toMatchObject({ running: 10 })
    await endAll()
    expect((await start(id)).body).toMatchObject({ total: 15 })
  })

  it('refuses a period that is not over, is empty, too long, or while another is running', async () => {
    const id = await create()
    expect(
      (await start(id, { from: '2025-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z' })).status,
    ).toBe(400)
    expect(
      (await start(id, { from: '2025-01-01T03:00:00Z', to: '2025-01-01T04:00:00Z' })).status,
    ).toBe(400)
    expect(
      (await start(id, { from: '2025-02-01T00:00:00Z', to: '2025-01-01T00:00:00Z' })).status,
    ).toBe(400)
    const minutely = await create({ cron: '* * * * *' })
    expect((await start(minutely)).status).toBe(400)
    expect((await start(id)).status).toBe(201)
    expect((await start(id)).status).toBe(409)
  })
})

describe('days off', () => {
  const week = (hours: object) =>
    Object.fromEntries(
      ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
        day,
        hours,
      ]),
    )
  const open = [{ from: '09:00', to: '17:00' }]
  const rules = (closed: readonly string[]) => ({
    timeZone: 'UTC',
    country: null,
    state: null,
    worked: [],
    hours: { ...week(open), ...Object.fromEntries(closed.map((day) => [day, []])) },
    special: [],
  })
  const weekdaysOf = async (id: string): Promise<string[]> => {
    const { next } = (await read(id)) as { next: string[] }
    return [...new Set(next.map((at) => new Date(at).toUTCString().slice(0, 3)))].toSorted()
  }
  const change = async (id: string, body: object) =>
    await api.send(scheduleRoute.PATCH, `/api/v2/schedules/${id}`, { params: { id }, body })
  const calendar = async (name: string, closed: string[]) =>
    await api.send(calendarsRoute.POST, '/api/v2/calendars', {
      body: { name, rules: rules(closed) },
    })
  const times = { cron: '0 10 * * *', timeZone: 'UTC' }

  it('are left out or moved, and planned anew when their calendar changes or goes', async () => {
    for (const [name, closed] of [
      ['Usual', ['sunday']],
      ['Ward', ['saturday', 'sunday']],
    ] as const)
      expect((await calendar(name, [...closed])).status).toBe(201)
    const id = await create({ ...times, daysOff: 'skip', calendar: 'ward' })
    expect(await read(id)).toMatchObject({ daysOff: 'skip', calendar: 'ward' })
    expect(await weekdaysOf(id)).toEqual(['Fri', 'Mon', 'Thu', 'Tue', 'Wed'])
    expect((await change(id, { cron: '0 10 * * 6', daysOff: 'previous' })).status).toBe(200)
    expect(await weekdaysOf(id)).toEqual(['Fri'])
    const changed = await api.send(calendarRoute.PATCH, '/api/v2/calendars/ward', {
      params: { calendar: 'ward' },
      body: { rules: rules(['friday', 'saturday']), revision: 1 },
    })
    expect(changed.status).toBe(200)
    const { nextAt } = (await read(id)) as { nextAt: string }
    expect(new Date(nextAt).getUTCDay()).toBe(4)

    const remove = async (query: string) =>
      await api.send(calendarRoute.DELETE, `/api/v2/calendars/ward${query}`, {
        params: { calendar: 'ward' },
      })
    expect(await remove('')).toMatchObject({
      status: 409,
      body: { error: 'in_use', details: { usedBy: [{ id: workflowId }] } },
    })
    expect((await remove('?replaceWith=usual')).status).toBe(204)
    expect(await read(id)).toMatchObject({ calendar: 'usual' })
    expect(await weekdaysOf(id)).toEqual(['Sat'])
  })

  it('are refused when nothing would be left, or the calendar is not there', async () => {
    const id = await create({ ...times, daysOff: 'next' })
    const refused = async (body: object, path: string) =>
      expect(await change(id, body)).toMatchObject({
        status: 400,
        body: { details: { issues: [{ path }] } },
      })
    await refused({ cron: '0 10 * * 0', daysOff: 'skip' }, 'daysOff')
    await refused({ cron: '*/5 * * * *' }, 'daysOff')
    await refused({ calendar: 'nowhere' }, 'calendar')
    expect(await read(id)).toMatchObject({ ...times, daysOff: 'next', calendar: null })
  })
})
