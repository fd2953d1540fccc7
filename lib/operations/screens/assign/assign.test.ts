import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { members } from '#db/schema/people'
import { notifications } from '#db/schema/notifications'
import { auditEntries } from '#db/schema/records'
import { tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import type { Actor } from '#lib/auth/actor'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { seedScreens, type Seeded } from '#test/harness/seed-screens'
import { useTestDatabase } from '#test/harness/test-database'
import { graph } from '#test/samples/graph'
import { signedIn } from '#test/samples/person'
import { claimScreen } from '../claim-screen.ts'
import { getScreen } from '../get-screen.ts'
import { listScreens } from '../list-screens.ts'
import { saveScreenDraft } from '../save-screen-draft.ts'
import { releaseScreen } from '../release-screen.ts'
import { assignScreen } from './assign-screen.ts'
import { changeScreens } from './change-screens.ts'
import { listAssignees } from './list-assignees.ts'
import { returnScreen } from './return-screen.ts'
import { undoScreenChanges } from './undo-screen-changes.ts'

useTestDatabase()
let organizationId: string
let ada: Actor
let bea: Actor
let builder: Actor
let viewer: Actor
let of: { organizationId: string; workflowId: string; versionId: string }

const look = graph('look', { look: { type: 'screen', config: { title: 'Look' } } })

beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
  const person = async (role: string, name: string) =>
    (await signedIn(organizationId, role, name)).actor
  ada = await person('worker', 'Ada')
  bea = await person('worker', 'Bea')
  builder = await person('builder', 'Ben')
  viewer = await person('viewer', 'Vic')
  of = { organizationId, ...(await seedWorkflow(organizationId, look)) }
})

async function open(screen: Seeded = {}): Promise<string> {
  const [taskId] = await seedScreens(of, [screen])
  return taskId ?? ''
}

const holderOf = async (taskId: string) => (await getScreen(builder, { taskId })).claim?.name
const toldOf = async (taskId: string) =>
  await inOrganization(organizationId, async (tx) => {
    const rows = await tx.select().from(notifications).where(eq(notifications.taskId, taskId))
    return rows.map(({ userId, kind }) => [userId, kind])
  })
const entriesOf = async (taskId: string) =>
  await inOrganization(organizationId, (tx) =>
    tx
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.objectId, taskId))
      .orderBy(auditEntries.createdAt, auditEntries.id),
  )

describe('assigning', () => {
  it('gives a screen to a colleague with a note, who sees from whom it is', async () => {
    const taskId = await open()
    await claimScreen(ada, { taskId })
    const note = 'Maya Lind called twice.'
    const { claim } = await assignScreen(ada, { taskId, userId: bea.id, note })
    expect(claim).toMatchObject({ userId: bea.id, name: 'Bea', mine: false })
    expect(await getScreen(bea, { taskId })).toMatchObject({
      claim: { mine: true },
      sender: { userId: ada.id, name: 'Ada', note },
    })
    const [item] = (await listScreens(bea, { assignee: 'me', limit: 50 })).items
    expect(item).toMatchObject({ taskId, sender: { name: 'Ada', note } })
    const entry = (await entriesOf(taskId)).find(({ action }) => action === 'screen.assigned')
    expect(entry).toMatchObject({
      actorName: 'Ada',
      details: { to: bea.id, toName: 'Bea', from: ada.id, handedOver: true, note: true },
    })
    expect(JSON.stringify(entry)).not.toContain('Maya')
    expect(await toldOf(taskId)).toEqual([[bea.id, 'handed-over']])
  })

  it('returns it to the sender, and then back again', async () => {
    const taskId = await open()
    await assignScreen(ada, { taskId, userId: bea.id })
    await returnScreen(bea, { taskId, note: 'Not mine.' })
    expect(await getScreen(ada, { taskId })).toMatchObject({
      claim: { mine: true },
      sender: { name: 'Bea', note: 'Not mine.' },
    })
    await returnScreen(ada, { taskId })
    expect(await holderOf(taskId)).toBe('Bea')
    expect((await toldOf(taskId)).toSorted()).toEqual(
      [
        [bea.id, 'assigned'],
        [ada.id, 'returned'],
        [bea.id, 'returned'],
      ].toSorted(),
    )
    const actions = (await entriesOf(taskId)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'screen.returned')).toHaveLength(2)
  })

  it('is taken back with all that was told, until somebody changes it or begins', async () => {
    const taskId = await open()
    const given = await assignScreen(ada, { taskId, userId: bea.id, claimedAt: null })
    expect(await toldOf(taskId)).toEqual([[bea.id, 'assigned']])
    await expect(releaseScreen(ada, { taskId })).rejects.toMatchObject({ code: 'conflict' })
    const later = { taskId, claimedAt: new Date().toISOString() }
    await expect(releaseScreen(ada, later)).rejects.toThrow('Bea has this screen now.')
    await releaseScreen(ada, { taskId, claimedAt: given.claim?.at })
    expect(await holderOf(taskId)).toBeUndefined()
    expect(await toldOf(taskId)).toEqual([])

    const mine = await claimScreen(ada, { taskId })
    const { claim } = await assignScreen(ada, { taskId, userId: bea.id, claimedAt: mine.claim.at })
    const back = { taskId, userId: ada.id, claimedAt: claim?.at }
    await assignScreen(ada, back)
    expect(await holderOf(taskId)).toBe('Ada')
    await expect(assignScreen(ada, back)).rejects.toThrow('Ada has this screen now.')

    const again = await assignScreen(ada, { taskId, userId: bea.id })
    await saveScreenDraft(bea, { taskId, data: { note: 'begun' } })
    const atLast = { taskId, claimedAt: again.claim?.at }
    await expect(releaseScreen(ada, atLast)).rejects.toThrow('Bea has begun')

    // Who did not give it cannot take it back.
    const other = await open()
    const byBen = await assignScreen(builder, { taskId: other, userId: bea.id })
    const asAda = releaseScreen(ada, { taskId: other, claimedAt: byBen.claim?.at })
    await expect(asAda).rejects.toThrow('Bea works on this')
  })

  it('has no sender for what one takes or gives to oneself, nor after it was given back', async () => {
    const taskId = await open()
    await assignScreen(ada, { taskId, userId: ada.id, note: 'to myself' })
    expect((await getScreen(ada, { taskId })).sender).toBeNull()
    expect(await toldOf(taskId)).toEqual([])
    await expect(returnScreen(ada, { taskId })).rejects.toThrow('Nobody sent this screen')
    await assignScreen(ada, { taskId, userId: bea.id, note: 'Please.' })
    await releaseScreen(bea, { taskId })
    expect(await getScreen(bea, { taskId })).toMatchObject({ claim: null, sender: null })
    await claimScreen(bea, { taskId })
    await expect(returnScreen(bea, { taskId })).rejects.toThrow('Nobody sent this screen')
  })

  it('lets nobody but owners and builders give away what somebody else has', async () => {
    const taskId = await open({ holder: bea })
    await expect(assignScreen(ada, { taskId, userId: ada.id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Bea has this.'),
    })
    await expect(returnScreen(ada, { taskId })).rejects.toMatchObject({ code: 'conflict' })
    expect(await holderOf(taskId)).toBe('Bea')
    await assignScreen(builder, { taskId, userId: ada.id })
    expect(await holderOf(taskId)).toBe('Ada')
  })

  it('refuses people who may not do the screen, and says who may', async () => {
    const taskId = await open({ candidates: [`person:${ada.id}`, `person:${builder.id}`] })
    for (const { id, name } of [bea, viewer])
      await expect(assignScreen(ada, { taskId, userId: id })).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(`${name} may not do this screen`),
      })
    await expect(assignScreen(ada, { taskId, userId: taskId })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('Nobody with this id'),
    })
    expect(await holderOf(taskId)).toBeUndefined()
    const who = async (asked: { taskId?: string; q?: string }) =>
      (await listAssignees(ada, asked)).items.map(({ name }) => name)
    expect(await who({ taskId })).toEqual(['Ada', 'Ben'])
    expect(await who({})).toEqual(['Ada', 'Bea', 'Ben'])
    // The ids in addresses are hexadecimal: they have no n.
    expect(await who({ q: 'ben' })).toEqual(['Ben'])
  })

  it('does not go to or back to somebody without access', async () => {
    const cat = (await signedIn(organizationId, 'worker', 'Cat')).actor
    const taskId = await open({ holder: cat })
    await assignScreen(cat, { taskId, userId: ada.id })
    await authDb().update(members).set({ disabledAt: new Date() }).where(eq(members.userId, cat.id))
    await expect(returnScreen(ada, { taskId })).rejects.toThrow('Cat has no access any more')
    await expect(assignScreen(ada, { taskId, userId: cat.id })).rejects.toThrow(
      'Nobody with this id',
    )
  })

  it('leaves screens of others and closed ones alone', async () => {
    const elsewhere = (await signedIn((await seedOrganization()).organizationId, 'owner', 'Eve'))
      .actor
    const taskId = await open()
    const asEve = assignScreen(elsewhere, { taskId, userId: elsewhere.id })
    await expect(asEve).rejects.toMatchObject({ code: 'not_found' })
    await expect(assignScreen(ada, { taskId, userId: elsewhere.id })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    await inOrganization(organizationId, (tx) =>
      tx.update(tasks).set({ status: 'cancelled' }).where(eq(tasks.id, taskId)),
    )
    await expect(assignScreen(ada, { taskId, userId: bea.id })).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})

describe('many at once', () => {
  it('assigns all that match in several transactions, and says why others are left', async () => {
    const own = { organizationId, ...(await seedWorkflow(organizationId, look)) }
    const ids = await seedScreens(own, [
      ...Array.from({ length: 595 }, () => ({})),
      { holder: bea },
      { candidates: [`person:${ada.id}`] },
      { holder: builder },
      { candidates: [`person:${builder.id}`] },
      { stepId: 'other' },
    ])
    const filters = { workflow: own.workflowId, step: 'look' }
    const change = { act: 'assign' as const, userId: bea.id, note: 'For you.' }
    expect(await changeScreens(ada, { change, filters })).toEqual({
      away: null,
      undo: expect.any(String),
      changed: 595,
      // Bea has one and Ben another; one is not for Bea, and one is not seen by Ada.
      skipped: [
        { reason: 'of-somebody-else', count: 2 },
        { reason: 'assignee-may-not', count: 1 },
      ],
      remaining: 0,
    })
    const given = await inOrganization(organizationId, (tx) =>
      tx.select().from(workItems).where(inArray(workItems.taskId, ids)),
    )
    expect(given.filter(({ note }) => note === 'For you.')).toHaveLength(595)
    expect(given.filter(({ senderId }) => senderId === ada.id)).toHaveLength(595)
    const stamps = new Set(given.map(({ assignedAt }) => assignedAt?.getTime()))
    expect(stamps.size).toBeGreaterThan(3)
    expect(await entriesOf(ids[0] ?? '')).toMatchObject([{ action: 'screen.assigned' }])
    expect(await changeScreens(builder, { change, filters })).toMatchObject({
      changed: 1,
      skipped: [
        { reason: 'unchanged', count: 596 },
        { reason: 'assignee-may-not', count: 1 },
      ],
    })
    const released = { change: { act: 'release' as const }, filters }
    expect(await changeScreens(bea, released)).toMatchObject({ changed: 597 })
  })

  it('changes chosen ones, and counts those that are closed or not there', async () => {
    const [free, mine, theirs] = await seedScreens(of, [{}, { holder: ada }, { holder: bea }])
    const taskIds = [free, mine, theirs, organizationId].map(String)
    const change = { act: 'prioritize' as const, priority: 7 }
    expect(await changeScreens(ada, { change, taskIds })).toEqual({
      away: null,
      undo: expect.any(String),
      changed: 1,
      skipped: [
        { reason: 'closed', count: 1 },
        { reason: 'of-somebody-else', count: 2 },
      ],
      remaining: 0,
    })
    expect(await changeScreens(builder, { change, taskIds })).toMatchObject({ changed: 2 })
    const urgent = await listScreens(ada, { minPriority: 7, workflow: of.workflowId, limit: 50 })
    expect(urgent.items.map(({ taskId }) => taskId).toSorted()).toEqual(
      taskIds.slice(0, 3).toSorted(),
    )
  })

  it('sets the dates of many, of those that one may change', async () => {
    const ids = await seedScreens(of, [{ holder: ada }, { holder: bea }, {}])
    const dueAt = '2031-03-04T18:00:00.000Z'
    const change = { act: 'dates' as const, dueAt, followUpAt: null }
    expect(await changeScreens(ada, { change, taskIds: ids })).toMatchObject({
      changed: 1,
      skipped: [{ reason: 'of-somebody-else', count: 2 }],
    })
    expect(await changeScreens(builder, { change, taskIds: ids })).toMatchObject({ changed: 3 })
    for (const taskId of ids) {
      expect(await getScreen(builder, { taskId })).toMatchObject({ dueAt, followUpAt: null })
      const changed = (await entriesOf(taskId)).find(({ details }) => details['dueAt'] === dueAt)
      expect(changed?.action).toBe('screen.dates_changed')
    }
    for (const dates of [{}, { dueAt: '2020-01-01T00:00:00Z' }]) {
      const wrong = changeScreens(ada, { change: { act: 'dates', ...dates }, taskIds: ids })
      await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' })
    }
  })

  it('tells of some only, however many transactions an act takes', async () => {
    const own = { organizationId, ...(await seedWorkflow(organizationId, look)) }
    const many = Array.from({ length: 450 }, () => ({}))
    const ids = await seedScreens(own, many)
    const change = { act: 'assign' as const, userId: bea.id }
    await changeScreens(ada, { change, filters: { workflow: own.workflowId } })
    const told = await inOrganization(organizationId, (tx) =>
      tx.select().from(notifications).where(inArray(notifications.taskId, ids)),
    )
    expect(told).toHaveLength(20)
  })

  it('is undone by who did it, for all that nobody changed or began since', async () => {
    const [free, hers, taken, typed] = (await seedScreens(of, [{}, { holder: ada }, {}, {}])).map(
      String,
    )
    const taskIds = [free, hers, taken, typed].map(String)
    const change = { act: 'assign' as const, userId: bea.id }
    const { changed, undo } = await changeScreens(builder, { change, taskIds })
    expect(changed).toBe(4)
    await claimScreen(builder, { taskId: taken ?? '', takeOver: true })
    await saveScreenDraft(bea, { taskId: typed ?? '', data: { note: 'begun' } })
    const asAda = undoScreenChanges(ada, { undo: undo ?? '' })
    await expect(asAda).rejects.toThrow('There is nothing to undo')
    const skipped = [{ reason: 'changed-since', count: 2 }]
    const sent = { undo: undo ?? '' }
    expect(await undoScreenChanges(builder, sent)).toEqual({ changed: 2, skipped })
    expect(await holderOf(free ?? '')).toBeUndefined()
    expect(await holderOf(hers ?? '')).toBe('Ada')
    expect(await holderOf(taken ?? '')).toBe('Ben')
    expect(await holderOf(typed ?? '')).toBe('Bea')
    expect(await toldOf(free ?? '')).toEqual([])
    const last = (await entriesOf(hers ?? '')).find(({ details }) => details['undo'] === true)
    expect(last).toMatchObject({
      action: 'screen.assigned',
      details: { toName: 'Ada', undo: true },
    })
    // Once more changes nothing.
    expect(await undoScreenChanges(builder, sent)).toMatchObject({ changed: 0 })
  })

  it('undoes giving back and a priority', async () => {
    const taskIds = await seedScreens(of, [{ holder: ada }, { holder: bea }])
    const released = await changeScreens(builder, { change: { act: 'release' }, taskIds })
    expect(await undoScreenChanges(builder, { undo: released.undo ?? '' })).toEqual({
      changed: 2,
      skipped: [],
    })
    expect(await Promise.all(taskIds.map(holderOf))).toEqual(['Ada', 'Bea'])
    const urgent = { act: 'prioritize' as const, priority: 9 }
    const raised = await changeScreens(builder, { change: urgent, taskIds })
    await undoScreenChanges(builder, { undo: raised.undo ?? '' })
    for (const taskId of taskIds)
      expect(await getScreen(builder, { taskId })).toMatchObject({ priority: 0 })
  })

  it('undoes dates, also to those that have passed, unless somebody changed them since', async () => {
    const [late, other, given] = (
      await seedScreens(of, [{ holder: ada }, { holder: ada }, { holder: ada }])
    ).map(String)
    const taskIds = [late, other, given].map(String)
    const passed = new Date(Date.now() - 60_000)
    await inOrganization(organizationId, (tx) =>
      tx
        .update(workItems)
        .set({ openedAt: new Date(passed.getTime() - 60_000), dueAt: passed, followUpAt: passed })
        .where(eq(workItems.taskId, late ?? '')),
    )
    const dueAt = '2031-03-04T18:00:00.000Z'
    const change = { act: 'dates' as const, dueAt, followUpAt: dueAt }
    const { undo } = await changeScreens(ada, { change, taskIds })
    await changeScreens(builder, {
      change: { act: 'dates', followUpAt: null },
      taskIds: [other ?? ''],
    })
    await changeScreens(builder, {
      change: { act: 'assign', userId: bea.id },
      taskIds: [given ?? ''],
    })
    expect(await undoScreenChanges(ada, { undo: undo ?? '' })).toEqual({
      changed: 1,
      skipped: [
        { reason: 'of-somebody-else', count: 1 },
        { reason: 'changed-since', count: 1 },
      ],
    })
    const iso = passed.toISOString()
    expect(await getScreen(ada, { taskId: late ?? '' })).toMatchObject({
      dueAt: iso,
      followUpAt: iso,
    })
    expect(await getScreen(ada, { taskId: other ?? '' })).toMatchObject({ dueAt })
    const last = (await entriesOf(late ?? '')).find(({ details }) => details['undo'] === true)
    expect(last).toMatchObject({ action: 'screen.dates_changed', details: { dueAt: iso } })
    const [item] = await inOrganization(organizationId, (tx) =>
      tx
        .select()
        .from(workItems)
        .where(eq(workItems.taskId, late ?? '')),
    )
    expect(item?.actions).toEqual([])
  })

  it('refuses neither and both of ids and filters, and a person who is not there', async () => {
    const change = { act: 'release' as const }
    const taskIds = [organizationId]
    for (const sent of [{ change }, { change, taskIds, filters: {} }])
      await expect(changeScreens(ada, sent)).rejects.toMatchObject({ code: 'invalid_request' })
    const toNobody = { act: 'assign' as const, userId: organizationId }
    await expect(changeScreens(ada, { change: toNobody, filters: {} })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  it('lets people who change the same ones in other orders both succeed', async () => {
    const ids = await seedScreens(
      of,
      Array.from({ length: 30 }, () => ({})),
    )
    const give = async (to: Actor, taskIds: string[]) =>
      await changeScreens(builder, { change: { act: 'assign', userId: to.id }, taskIds })
    const both = await Promise.all([give(ada, ids), give(bea, ids.toReversed())])
    expect(both.map(({ changed }) => changed)).toEqual([30, 30])
  })
})
