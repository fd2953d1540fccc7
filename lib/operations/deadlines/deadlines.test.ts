import { and, asc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { authDb, engineDb } from '#db/client'
import { notifications } from '#db/schema/notifications'
import { members } from '#db/schema/people'
import { auditEntries } from '#db/schema/records'
import { runs } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import type { ScreenDeadlines } from '#lib/contracts/runs/deadlines'
import type { PlannedAction } from '#lib/domain/run/planned-action'
import type { Definition } from '#lib/domain/workflow/definition'
import { watchRuns } from '#lib/engine/watch/watch'
import { makeClient } from '#lib/postgres'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { useWorker } from '#test/harness/worker'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'
import { actOnDueScreens } from './start-deadline-work.ts'

const startRoute = endpointsAt('/api/v2/workflows/{id}/runs')
const inboxRoute = endpointsAt('/api/v2/screens')
const claimRoute = endpointsAt('/api/v2/screens/{taskId}/claim')
const completeRoute = endpointsAt('/api/v2/screens/{taskId}/complete')
const deadlinesRoute = endpointsAt('/api/v2/screens/{taskId}/deadlines')
const datesRoute = endpointsAt('/api/v2/screens/{taskId}/dates')

const api = useApi()
useWorker()

type Item = typeof workItems.$inferSelect
type People = Record<'wanda' | 'ana' | 'gone' | 'owner', Person>

let people: People
let plain: string
let starting: string
let called: string

const idOf = (name: keyof People): string => people[name].actor.id

beforeAll(async () => {
  const organization = api.organization.id
  people = {
    wanda: await signedIn(organization, 'worker', 'Wanda'),
    ana: await signedIn(organization, 'worker', 'Ana'),
    gone: await signedIn(organization, 'worker', 'Gone'),
    owner: await signedIn(organization, 'owner', 'Olga'),
  }
  await authDb().update(members).set({ disabledAt: new Date() }).where(ofMember('gone'))
  const seed = async (definition: Definition) => await seedWorkflow(organization, definition)
  called = (await seed(graph('look', { look: { type: 'screen', config: { title: 'Call' } } })))
    .workflowId
  const screen = { title: 'Look', assignees: [idOf('wanda')] }
  plain = (await seed(graph('look', { look: { type: 'screen', config: screen } }))).workflowId
  const escalations = [
    { when: 'after-opening', workingDays: 5, do: 'start', workflow: `w-${called}` },
  ]
  const config = { title: 'Look', escalations }
  starting = (await seed(graph('look', { look: { type: 'screen', config } }))).workflowId
})

const ofMember = (name: keyof People) =>
  and(eq(members.userId, idOf(name)), eq(members.organizationId, api.organization.id))

/** The open screens of so many runs of a workflow that start now. */
async function opened(workflowId: string, count = 1): Promise<[Item, ...Item[]]> {
  const path = `/api/v2/workflows/${workflowId}/runs`
  const ids = new Set<string>()
  for (let started = 0; started < count; started++) {
    const sent = { params: { id: workflowId }, body: { startData: {} } }
    const { status, body } = await api.send(startRoute.POST, path, sent)
    if (status !== 202) throw new Error(`The run was not started: ${status}.`)
    ids.add(String(body['id']))
  }
  return await until('the screens', async () => {
    const rows = await engineDb()
      .select()
      .from(workItems)
      .where(eq(workItems.workflowId, workflowId))
    const mine = rows.filter(({ runId }) => ids.has(runId))
    return mine.length === count ? (mine as [Item, ...Item[]]) : undefined
  })
}

/** Plans actions for instants of the past, as if the clock had moved. */
async function plan(taskId: string, actions: PlannedAction[]): Promise<void> {
  await engineDb()
    .update(workItems)
    .set({ actions, nextActionAt: new Date(actions[0]?.at ?? 0) })
    .where(eq(workItems.taskId, taskId))
}

/** As the owner of the tables. */
async function asOwner(...statements: string[]): Promise<void> {
  const client = makeClient({ connectionString: api.database.url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Minutes ago. */
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

async function actUntilDone(): Promise<void> {
  while ((await actOnDueScreens()) > 0);
}

async function itemOf(taskId: string): Promise<Item> {
  const [item] = await engineDb().select().from(workItems).where(eq(workItems.taskId, taskId))
  if (!item) throw new Error('There is no such item.')
  return item
}

async function toldOf(taskId: string): Promise<string[]> {
  const rows = await engineDb()
    .select({ userId: notifications.userId, kind: notifications.kind })
    .from(notifications)
    .where(eq(notifications.taskId, taskId))
  const names = Object.entries(people)
  const nameOf = (id: string) => names.find(([, { actor }]) => actor.id === id)?.[0]
  return rows.map(({ userId, kind }) => `${nameOf(userId)} ${kind}`).toSorted()
}

async function auditOf(taskId: string): Promise<string[]> {
  const rows = await engineDb()
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(and(eq(auditEntries.objectId, taskId), eq(auditEntries.actorKind, 'engine')))
    .orderBy(asc(auditEntries.id))
  return rows.map(({ action }) => action)
}

const send = async (
  route: { method: keyof typeof startRoute; at: typeof startRoute },
  address: string,
  taskId: string,
  { by = 'owner', body }: { by?: keyof People; body?: object } = {},
) =>
  await api.send(route.at[route.method], `/api/v2/screens/${taskId}/${address}`, {
    as: null,
    params: { taskId },
    headers: { 'content-type': 'application/json', ...people[by].headers },
    ...(body ? { body } : {}),
  })

const claim = async (taskId: string, by: keyof People) =>
  await send({ method: 'POST', at: claimRoute }, 'claim', taskId, { by, body: {} })
const complete = async (taskId: string) =>
  await send({ method: 'POST', at: completeRoute }, 'complete', taskId, { body: { output: {} } })
const setDates = async (taskId: string, body: object, by: keyof People = 'owner') =>
  await send({ method: 'POST', at: datesRoute }, 'dates', taskId, { by, body })
const read = async (taskId: string, by: keyof People = 'owner') => {
  const { body } = await send({ method: 'GET', at: deadlinesRoute }, 'deadlines', taskId, { by })
  return body as unknown as ScreenDeadlines
}

describe('what is due on an open screen', () => {
  it('is planned in working time when the screen opens', async () => {
    const config = {
      title: 'Look',
      due: { until: { $: "'2031-03-04T18:00:00Z'" } },
      reminders: [{ when: 'before-due', workingHours: 2 }],
      escalations: [{ when: 'after-due', workingDays: 1, at: '08:00', do: 'return' }],
    }
    const definition = graph('look', { look: { type: 'screen', config } })
    const [item] = await opened((await seedWorkflow(api.organization.id, definition)).workflowId)
    expect(item.dueAt?.toISOString()).toBe('2031-03-04T18:00:00.000Z')
    expect(item.actions.map(({ at, do: act }) => `${act} ${at}`)).toEqual([
      'remind 2031-03-04T16:00:00.000Z',
      'return 2031-03-05T13:00:00.000Z',
    ])
    expect(item.nextActionAt?.toISOString()).toBe('2031-03-04T16:00:00.000Z')
    const view = await read(item.taskId)
    expect(view).toMatchObject({ timeZone: 'America/New_York', mayChange: true, past: [] })
    expect(view.planned[0]).toMatchObject({ do: 'remind', to: 'assignee' })
    const inbox = await api.send(inboxRoute.GET, `/api/v2/screens?workflow=${item.workflowId}`)
    expect(inbox.body['items']).toMatchObject([
      { dueIn: { timeZone: 'America/New_York' }, nextAction: { at: item.actions[0]?.at } },
    ])
  })

  it('reminds, raises, assigns and gives back, in its order, and says so', async () => {
    const [{ taskId }] = await opened(plain)
    await plan(taskId, [
      { at: ago(50), do: 'remind', when: 'before-due', to: 'group' },
      { at: ago(40), do: 'priority', when: 'unassigned', priority: 7 },
      { at: ago(30), do: 'assign', when: 'after-due', person: people.ana.actor.email ?? '' },
      { at: ago(20), do: 'remind', when: 'after-due', to: 'assignee' },
    ])
    // Each change is told to who has the screen open.
    let told = 0
    const stop = watchRuns().subscribe(taskId, () => void told++)
    while ((await actOnDueScreens()) > 0) {
      const acted = (await itemOf(taskId)).pastActions.length
      await until('the watcher', () => told >= acted)
    }
    const item = await itemOf(taskId)
    expect(item).toMatchObject({ priority: 7, assigneeId: idOf('ana'), nextActionAt: null })
    expect(item.pastActions.map(({ do: act, outcome }) => `${act} ${outcome}`)).toEqual([
      'remind done',
      'priority done',
      'assign done',
      'remind done',
    ])
    expect(await toldOf(taskId)).toEqual(['ana escalated', 'ana overdue', 'wanda reminder'])
    expect(await auditOf(taskId)).toEqual([
      'screen.reminded',
      'screen.escalated',
      'screen.escalated',
      'screen.reminded',
    ])
    stop()
    // The step had chosen Wanda only; who gets a screen may do it.
    expect((await read(taskId, 'ana')).mayChange).toBe(true)
    await plan(taskId, [{ at: ago(1), do: 'return', when: 'after-due' }])
    await actUntilDone()
    expect(await itemOf(taskId)).toMatchObject({ assigneeId: null })
  })

  it('is given to the one person of its step at once, where the step says so', async () => {
    const assignees = { $: `[${JSON.stringify(people.ana.actor.email)}]` }
    const escalations = [{ when: 'unassigned', workingHours: 1, do: 'priority', priority: 9 }]
    const config = { title: 'Look', assignees, assignAtOnce: true, escalations }
    const definition = graph('look', { look: { type: 'screen', config } })
    const [{ taskId }] = await opened(
      (await seedWorkflow(api.organization.id, definition)).workflowId,
    )
    await actUntilDone()
    const item = await itemOf(taskId)
    expect(item).toMatchObject({ assigneeId: idOf('ana'), candidates: [expect.anything()] })
    expect(item.actions).toMatchObject([{ do: 'priority' }])
    expect(await toldOf(taskId)).toEqual(['ana assigned'])
    expect(await auditOf(taskId)).toEqual(['screen.assigned'])
  })

  it('waits for somebody to take it where the step is for several', async () => {
    const assignees = [idOf('ana'), idOf('wanda')]
    const config = { title: 'Look', assignees, assignAtOnce: true }
    const definition = graph('look', { look: { type: 'screen', config } })
    const [item] = await opened((await seedWorkflow(api.organization.id, definition)).workflowId)
    expect(item).toMatchObject({ actions: [], nextActionAt: null, assigneeId: null })
  })

  it('leaves alone a screen that somebody has, where only an unassigned one is meant', async () => {
    const [{ taskId }] = await opened(plain)
    await claim(taskId, 'wanda')
    await plan(taskId, [{ at: ago(1), do: 'priority', when: 'unassigned', priority: 9 }])
    await actUntilDone()
    const { priority, pastActions } = await itemOf(taskId)
    expect(priority).toBe(0)
    expect(pastActions).toMatchObject([{ outcome: 'dropped', reason: 'Wanda has it.' }])
  })

  it('starts a workflow that the step names, and no other', async () => {
    const startedBy = async (taskId: string, workflow: string) => {
      await plan(taskId, [{ at: ago(1), do: 'start', when: 'after-opening', workflow }])
      await actUntilDone()
      return (await itemOf(taskId)).pastActions.at(-1)
    }
    const [{ taskId }] = await opened(starting)
    const past = await startedBy(taskId, `w-${called}`)
    const [run] = await engineDb()
      .select()
      .from(runs)
      .where(eq(runs.id, past?.runId ?? taskId))
    expect(run).toMatchObject({ workflowId: called, trigger: 'parent' })
    expect(await startedBy(taskId, `w-${plain}`)).toMatchObject({ outcome: 'failed' })
  })
})

describe('each action', () => {
  const twoActions: PlannedAction[] = [
    { at: ago(20), do: 'priority', when: 'after-opening', priority: 3 },
    { at: ago(10), do: 'remind', when: 'after-opening', to: 'group' },
  ]

  it('happens once, also with several workers at once', async () => {
    const items = await opened(plain, 6)
    for (const { taskId } of items) await plan(taskId, twoActions)
    const worker = async () => {
      const open = async () =>
        (await Promise.all(items.map(({ taskId }) => itemOf(taskId)))).some(
          ({ nextActionAt }) => nextActionAt !== null,
        )
      while (await open()) await actOnDueScreens()
    }
    await Promise.all([worker(), worker(), worker()])
    for (const { taskId } of items) {
      expect(await auditOf(taskId)).toEqual(['screen.escalated', 'screen.reminded'])
      expect(await toldOf(taskId)).toEqual(['wanda reminder'])
    }
  })

  it('happens with all that belongs to it or not at all', async () => {
    const [{ taskId }] = await opened(plain)
    await plan(taskId, twoActions.slice(1))
    await asOwner(
      `create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'the disk is full'; end $$`,
      `create trigger refuse before update of past_actions on work_items
        for each row execute function refuse()`,
    )
    await actOnDueScreens()
    expect([await toldOf(taskId), await auditOf(taskId)]).toEqual([[], []])
    // It is put off, so that it holds up nobody else.
    const [first] = (await itemOf(taskId)).actions
    expect(first?.tries).toBe(1)
    await asOwner('drop trigger refuse on work_items', 'drop function refuse')
    await plan(taskId, twoActions.slice(1))
    await actUntilDone()
    expect(await toldOf(taskId)).toEqual(['wanda reminder'])
  })

  it('of a screen that is completed meanwhile never happens, and stops nobody from completing', async () => {
    const items = await opened(plain, 6)
    for (const { taskId } of items) await plan(taskId, twoActions)
    const completing = Promise.all(items.map(async ({ taskId }) => await complete(taskId)))
    const acting = Promise.all([actOnDueScreens(), actOnDueScreens()])
    expect((await completing).map(({ status }) => status)).toEqual(items.map(() => 200))
    await acting
    const before = await Promise.all(items.map(({ taskId }) => auditOf(taskId)))
    await actUntilDone()
    expect(await Promise.all(items.map(({ taskId }) => auditOf(taskId)))).toEqual(before)
    for (const { taskId } of items)
      expect(await itemOf(taskId)).toMatchObject({ outcome: 'completed', nextActionAt: null })
  })

  it('that cannot happen is told to the owners, and the next one happens', async () => {
    const [{ taskId }] = await opened(plain)
    await plan(taskId, [
      { at: ago(20), do: 'assign', when: 'after-opening', person: idOf('gone') },
      { at: ago(10), do: 'priority', when: 'after-opening', priority: 4 },
    ])
    await actUntilDone()
    const { pastActions, priority } = await itemOf(taskId)
    expect(priority).toBe(4)
    expect(pastActions[0]).toMatchObject({
      outcome: 'failed',
      reason: 'The person who was to get it is no member any more.',
    })
    expect(await toldOf(taskId)).toEqual(['owner escalated'])
    expect(await auditOf(taskId)).toEqual(['screen.escalation_failed', 'screen.escalated'])
  })

  it('waits while its workflow is paused, and holds up nothing else', async () => {
    const [{ taskId }] = await opened(starting)
    const [other] = await opened(plain)
    const workflow = `w-${called}`
    await plan(taskId, [{ at: ago(20), do: 'start', when: 'after-opening', workflow }])
    await plan(other.taskId, [{ at: ago(10), do: 'priority', when: 'after-opening', priority: 5 }])
    await asOwner(`update workflows set paused_at = now() where id = '${called}'`)
    await actUntilDone()
    const item = await itemOf(taskId)
    expect(item.actions[0]).toMatchObject({ do: 'start', tries: 1 })
    expect(item.nextActionAt?.getTime()).toBeGreaterThan(Date.now())
    expect((await itemOf(other.taskId)).priority).toBe(5)
    await asOwner(`update workflows set paused_at = null where id = '${called}'`)
  })

  it('of many that came due while no worker ran is one reminder for the same people', async () => {
    const [{ taskId }] = await opened(plain)
    const overdue = (minutes: number): PlannedAction => ({
      at: ago(minutes),
      do: 'remind',
      when: 'after-due',
      to: 'group',
    })
    await plan(taskId, [overdue(3000), overdue(2000), overdue(1000)])
    await actUntilDone()
    const outcomes = (await itemOf(taskId)).pastActions.map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['dropped', 'dropped', 'done'])
  })
})

describe('dates that people change', () => {
  const later = '2031-03-06T18:00:00.000Z'

  it('move what counts from them, and remind who has the screen', async () => {
    const [{ taskId }] = await opened(plain)
    await plan(taskId, [
      {
        at: '2031-03-04T10:00:00Z',
        do: 'remind',
        when: 'before-due',
        to: 'assignee',
        length: { workingHours: 2 },
      },
    ])
    await claim(taskId, 'wanda')
    const { status, body } = await setDates(taskId, { dueAt: later, followUpAt: later }, 'wanda')
    expect(status).toBe(200)
    expect(body).toMatchObject({ dueAt: later, followUpAt: later, mayChange: true })
    const planned = (body as unknown as ScreenDeadlines).planned
    expect(planned.map(({ at, when }) => `${when} ${at}`)).toEqual([
      'before-due 2031-03-06T16:00:00.000Z',
      `follow-up ${later}`,
    ])
    expect((body as unknown as ScreenDeadlines).workingDays).toHaveLength(3)
    await setDates(taskId, { dueAt: null }, 'wanda')
    expect((await read(taskId)).planned).toMatchObject([{ when: 'follow-up' }])
    await engineDb()
      .update(workItems)
      .set({
        actions: sql`jsonb_set(actions, '{0,at}', to_jsonb(${ago(1)}::text))`,
        nextActionAt: new Date(ago(1)),
      })
      .where(eq(workItems.taskId, taskId))
    await actUntilDone()
    expect(await toldOf(taskId)).toEqual(['wanda reminder'])
  })

  it('bring escalations back that went with a removed due date, but none that happened', async () => {
    const escalations = [
      { when: 'after-due', workingHours: 1, do: 'assign', person: idOf('wanda') },
      { when: 'after-due', workingDays: 1, do: 'assign', person: idOf('ana') },
      { when: 'after-due', workingDays: 2, do: 'priority', priority: 9 },
    ]
    const config = { title: 'Look', due: { workingDays: 1 }, escalations }
    const definition = graph('look', { look: { type: 'screen', config } })
    const [{ taskId, actions }] = await opened(
      (await seedWorkflow(api.organization.id, definition)).workflowId,
    )
    const [first, ...rest] = actions
    if (!first) throw new Error('Nothing was planned.')
    await plan(taskId, [{ ...first, at: ago(1) }, ...rest])
    await actUntilDone()
    await setDates(taskId, { dueAt: null })
    expect((await read(taskId)).planned).toEqual([])
    await setDates(taskId, { dueAt: later })
    expect((await read(taskId)).planned).toMatchObject([
      { do: 'assign', people: ['Ana'] },
      { do: 'priority' },
    ])
  })

  it('are refused to who does not have it, and where they make no sense', async () => {
    const [{ taskId }] = await opened(plain)
    expect((await setDates(taskId, { dueAt: later }, 'wanda')).status).toBe(403)
    expect((await setDates(taskId, { dueAt: later }, 'ana')).status).toBe(404)
    for (const body of [
      { followUpAt: '2020-01-01T00:00:00Z' },
      { dueAt: '2020-01-01T00:00:00Z' },
      { dueAt: '2099-01-01T00:00:00Z' },
      {},
    ])
      expect((await setDates(taskId, body)).status).toBe(400)
    await complete(taskId)
    expect((await setDates(taskId, { dueAt: later })).status).toBe(409)
  })
})
