import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { authDb, engineDb, inOrganization } from '#db/client'
import { absences } from '#db/schema/absences'
import {
  directories,
  directoryGroupMembers,
  directoryGroups,
  directoryUsers,
} from '#db/schema/directories'
import { notifications } from '#db/schema/notifications'
import { organizations } from '#db/schema/organizations'
import { members } from '#db/schema/people'
import { auditEntries } from '#db/schema/records'
import { tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import type { Actor } from '#lib/auth/actor'
import type { AbsenceBody } from '#lib/contracts/organization/absences'
import { addDays, instantAt, localTimeOf } from '#lib/domain/calendar/zoned-time'
import { newId } from '#lib/ids'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { seedScreens, type Seeded } from '#test/harness/seed-screens'
import { useTestDatabase } from '#test/harness/test-database'
import { graph } from '#test/samples/graph'
import { signedIn } from '#test/samples/person'
import { getRunHistory } from '../comments/get-run-history.ts'
import { listRunPeople } from '../comments/list-run-people.ts'
import { actOnDueScreens } from '../deadlines/start-deadline-work.ts'
import { listNotifications, readNotifications } from '../notifications/own-notifications.ts'
import { assignScreen } from '../screens/assign/assign-screen.ts'
import { changeScreens } from '../screens/assign/change-screens.ts'
import { listAssignees } from '../screens/assign/list-assignees.ts'
import { returnScreen } from '../screens/assign/return-screen.ts'
import { claimNextScreen } from '../screens/claim-next-screen.ts'
import { claimScreen } from '../screens/claim-screen.ts'
import { completeScreen } from '../screens/complete-screen.ts'
import { getScreen } from '../screens/get-screen.ts'
import { listScreens } from '../screens/list-screens.ts'
import { releaseScreen } from '../screens/release-screen.ts'
import {
  addMemberAbsence,
  addOwnAbsence,
  changeOwnAbsence,
  endMemberAbsence,
  endOwnAbsence,
  getMemberAbsences,
  getOwnAbsences,
} from './change-absences.ts'
import { findAway } from './find-away.ts'
import { standIns } from './stand-ins.ts'
import { beginDueAbsences } from './start-absence-work.ts'

useTestDatabase()

const zone = 'America/New_York'
const look = graph('look', { look: { type: 'screen', config: { title: 'Look' } } })
let organizationId: string
let people: Record<'ana' | 'ben' | 'cleo' | 'dan' | 'olga' | 'vic', Actor>
let of: { organizationId: string; workflowId: string; versionId: string }

beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
  await inOrganization(organizationId, (tx) =>
    tx.update(organizations).set({ timeZone: zone }).where(eq(organizations.id, organizationId)),
  )
  const person = async (role: string, name: string) =>
    (await signedIn(organizationId, role, name)).actor
  people = {
    ana: await person('worker', 'Ana'),
    ben: await person('worker', 'Ben'),
    cleo: await person('worker', 'Cleo'),
    dan: await person('builder', 'Dan'),
    olga: await person('owner', 'Olga'),
    vic: await person('viewer', 'Vic'),
  }
  of = { organizationId, ...(await seedWorkflow(organizationId, look)) }
  // Noon there, so that no test runs over midnight.
  const noon = instantAt({ date: localTimeOf(new Date(), zone).date, minute: 12 * 60 }, zone)
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
})
afterAll(() => vi.useRealTimers())

beforeEach(async () => {
  await engineDb()
    .update(absences)
    .set({ endedAt: new Date() })
    .where(eq(absences.organizationId, organizationId))
  await engineDb()
    .update(tasks)
    .set({ status: 'cancelled', claimedBy: null, claimedByName: null, claimedAt: null })
    .where(and(eq(tasks.organizationId, organizationId), eq(tasks.status, 'suspended')))
})

/** The day in the organization's zone. */
const today = (): string => localTimeOf(new Date(), zone).date
const inDays = (days: number): string => addDays(today(), days)
const now = (more: Partial<AbsenceBody> = {}): AbsenceBody => ({
  firstDay: today(),
  lastDay: inDays(5),
  ...more,
})

async function open(screen: Seeded = {}): Promise<string> {
  const [taskId] = await seedScreens(of, [screen])
  return taskId ?? ''
}
const holder = ({ id, name }: Actor) => ({ holder: { id, name } })
const heldBy = async (taskId: string): Promise<string | null> => {
  const { claim } = await getScreen(people.olga, { taskId })
  return claim?.name ?? null
}
/** A new group of a directory that has only this person. */
async function groupOf({ id: userId, name }: Actor): Promise<string> {
  const directoryId = newId()
  const groupId = newId()
  const id = newId()
  const inDirectory = { organizationId, directoryId }
  await inOrganization(organizationId, async (tx) => {
    const settings = { joiners: 'members' as const, defaultRole: 'worker' as const }
    await tx
      .insert(directories)
      .values({ id: directoryId, organizationId, kind: 'scim', name: 'Ours', settings })
    await tx.insert(directoryUsers).values({
      ...inDirectory,
      id,
      userId,
      userName: name,
      displayName: name,
      active: true,
      attributes: {},
    })
    await tx.insert(directoryGroups).values({ ...inDirectory, id: groupId, displayName: 'Hers' })
    await tx.insert(directoryGroupMembers).values({ organizationId, groupId, directoryUserId: id })
  })
  return groupId
}
const entriesOf = async (taskId: string) =>
  await inOrganization(organizationId, (tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.objectId, taskId)),
  )
const toldOf = async (taskId: string) =>
  await inOrganization(organizationId, async (tx) => {
    const rows = await tx.select().from(notifications).where(eq(notifications.taskId, taskId))
    return rows.map(({ userId, kind }) => [userId, kind])
  })

describe('entering an absence', () => {
  it('shows it with its delegate, and whom one stands in for', async () => {
    await open(holder(people.ana))
    const { ana, ben } = people
    const body = now({ delegateId: ben.id, note: 'On leave.' })
    const made = await addOwnAbsence(ana, body)
    expect(made).toMatchObject({
      items: [
        {
          firstDay: body.firstDay,
          lastDay: body.lastDay,
          state: 'now',
          note: 'On leave.',
          delegate: { userId: ben.id, name: 'Ben', away: null },
          heldCases: 'keep',
          setBy: 'Ana',
        },
      ],
      timeZone: zone,
      openCases: 1,
      passable: null,
    })
    expect((await getOwnAbsences(ben, {})).standsInFor).toMatchObject([
      { userId: ana.id, name: 'Ana', note: 'On leave.' },
    ])
    expect((await getOwnAbsences(ana, { delegateId: ben.id })).passable).toBe(1)
    expect((await getOwnAbsences(ana, { delegateId: people.vic.id })).passable).toBe(0)
    const [entry] = (await entriesOf(ana.id)).filter(({ action }) => action === 'absence.added')
    expect(entry?.details).toMatchObject({ delegateId: ben.id, heldCases: 'keep' })
    expect(JSON.stringify(entry)).not.toContain('leave')
  })

  it.each([
    [{ firstDay: '2020-01-01', lastDay: '2020-01-02' }, 'This day has passed'],
    [{ lastDay: '2020-01-01' }, 'The last day is before the first'],
    [{ lastDay: '2099-01-01' }, 'within a year'],
    [{ heldCases: 'pass' as const }, 'Choose who gets the open cases'],
  ])('refuses %j', async (wrong, message) => {
    const refused = addOwnAbsence(people.ana, now(wrong))
    await expect(refused).rejects.toMatchObject({
      details: { issues: [{ message: expect.stringContaining(message) }] },
    })
  })

  it('refuses a delegate who is oneself, nobody, or may do no screens', async () => {
    const refusal = async (delegateId: string) => {
      const error: unknown = await addOwnAbsence(people.ana, now({ delegateId })).catch(
        (failure: unknown) => failure,
      )
      return JSON.stringify((error as { details?: unknown }).details)
    }
    expect(await refusal(people.ana.id)).toContain('Nobody stands in for themselves')
    expect(await refusal(newId())).toContain('has access here')
    expect(await refusal(people.vic.id)).toContain('Vic may not do any screens')
  })

  it('refuses days that another absence of the person has', async () => {
    await addOwnAbsence(people.ana, now())
    const again = addOwnAbsence(people.ana, { firstDay: inDays(5), lastDay: inDays(6) })
    await expect(again).rejects.toThrow('There is an absence')
    await addOwnAbsence(people.ana, { firstDay: inDays(6), lastDay: inDays(6) })
  })

  it('refuses a circle, also over three, and not where the days are others', async () => {
    const { ana, ben, cleo } = people
    await addOwnAbsence(ana, now({ delegateId: ben.id }))
    await expect(addOwnAbsence(ben, now({ delegateId: ana.id }))).rejects.toThrow(
      'and Ben stands in for them: cases would go in a circle',
    )
    await addOwnAbsence(ben, now({ delegateId: cleo.id }))
    await expect(addOwnAbsence(cleo, now({ delegateId: ana.id }))).rejects.toThrow('leads back')
    const later = { firstDay: inDays(6), lastDay: inDays(7) }
    await addOwnAbsence(cleo, { ...later, delegateId: ana.id })
    // Whose delegate is away as well is shown to who named them.
    const [first] = (await getOwnAbsences(ana, {})).items
    expect(first?.delegate?.away).toEqual({ firstDay: today(), lastDay: inDays(5) })
  })

  it('writes one of two that would close a circle at the same moment', async () => {
    const { ana, ben } = people
    const both = await Promise.allSettled([
      addOwnAbsence(ana, now({ delegateId: ben.id })),
      addOwnAbsence(ben, now({ delegateId: ana.id })),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('changes what may still be changed, and not what was changed meanwhile', async () => {
    const { ana, ben } = people
    const [absence] = (await addOwnAbsence(ana, now())).items
    const sent = { absenceId: absence?.id ?? '', revision: absence?.revision ?? 0 }
    const longer = now({ lastDay: inDays(9), delegateId: ben.id })
    const { items } = await changeOwnAbsence(ana, { ...longer, ...sent })
    expect(items).toMatchObject([{ lastDay: inDays(9), delegate: { name: 'Ben' }, revision: 2 }])
    await expect(changeOwnAbsence(ana, { ...longer, ...sent })).rejects.toMatchObject({
      code: 'version_conflict',
    })
    const moved = { ...longer, ...sent, revision: 2, firstDay: inDays(1) }
    await expect(changeOwnAbsence(ana, moved)).rejects.toThrow('The absence has begun')
  })

  it('tells the delegate once, and takes it back from one who is replaced', async () => {
    const { ana, ben, cleo } = people
    const [absence] = (await addOwnAbsence(ana, now({ delegateId: ben.id }))).items
    const absenceId = absence?.id ?? ''
    const told = async (actor: Actor) =>
      (await listNotifications(actor, { limit: 10 })).items.filter(
        (one) => one.absenceId === absenceId,
      )
    const standIn = { name: 'Ana', firstDay: today(), lastDay: inDays(5) }
    expect(await told(ben)).toMatchObject([{ kind: 'stand-in', absenceId, standIn, about: null }])
    // Other days are no other delegate.
    const longer = now({ delegateId: ben.id, lastDay: inDays(6) })
    await changeOwnAbsence(ana, { ...longer, absenceId, revision: 1 })
    expect(await told(ben)).toMatchObject([{ standIn: { lastDay: inDays(6) } }])
    await changeOwnAbsence(ana, { ...longer, delegateId: cleo.id, absenceId, revision: 2 })
    expect(await told(ben)).toEqual([])
    await readNotifications(cleo, {})
    await endOwnAbsence(ana, { absenceId })
    expect(await told(cleo)).toMatchObject([{ absenceId, standIn: null }])
  })

  it('is for the person, and for those who manage members', async () => {
    const { ana, dan, olga } = people
    const { items } = await addMemberAbsence(olga, { id: ana.id, ...now() })
    expect(items).toMatchObject([{ setBy: 'Olga' }])
    expect((await getMemberAbsences(olga, { id: ana.id })).items).toHaveLength(1)
    await expect(addMemberAbsence(dan, { id: ana.id, ...now() })).rejects.toMatchObject({
      code: 'forbidden',
    })
    const absenceId = items[0]?.id ?? ''
    // An absence of somebody else.
    await expect(endOwnAbsence(dan, { absenceId })).rejects.toMatchObject({ code: 'not_found' })
    expect((await endMemberAbsence(olga, { id: ana.id, absenceId })).items).toEqual([])
    const key: Actor = { ...olga, kind: 'api-key' }
    await expect(addOwnAbsence(key, now())).rejects.toThrow('Only a person can be away')
  })

  it('begins and ends at midnight of the organization', async () => {
    const { ana } = people
    await addOwnAbsence(ana, now({ lastDay: today() }))
    const isAwayAt = async (day: string, time: string) =>
      await inOrganization(organizationId, async (tx) => {
        const [row] = await tx
          .execute<{ at: Date }>(
            sql`select (${`${day} ${time}`}::timestamp at time zone ${zone}) as at`,
          )
          .then(({ rows }) => rows)
        const at = new Date(row?.at ?? 0)
        return (await findAway(tx, organizationId, [ana.id], at)).has(ana.id)
      })
    const [{ firstDay, lastDay } = { firstDay: '', lastDay: '' }] = (await getOwnAbsences(ana, {}))
      .items
    expect([
      await isAwayAt(addDays(firstDay, -1), '23:59:59'),
      await isAwayAt(firstDay, '00:00:00'),
      await isAwayAt(lastDay, '23:59:59'),
      await isAwayAt(addDays(lastDay, 1), '00:00:00'),
    ]).toEqual([false, true, true, false])
  })
})

describe('what is given to somebody who is away', () => {
  it('goes to the delegate, and says for whom', async () => {
    const { ana, ben, dan } = people
    const taskId = await open()
    await addOwnAbsence(ana, now({ delegateId: ben.id }))
    const given = await assignScreen(dan, { taskId, userId: ana.id, note: 'Please.' })
    expect(given).toMatchObject({
      claim: { userId: ben.id, name: 'Ben' },
      away: { name: 'Ana', until: inDays(5), delegate: { name: 'Ben' }, passed: 1, released: 0 },
    })
    const assignedFor = { userId: ana.id, name: 'Ana', until: inDays(5) }
    expect(await getScreen(ben, { taskId })).toMatchObject({
      claim: { mine: true },
      sender: { name: 'Dan', note: 'Please.' },
      assignedFor,
    })
    const { items } = await listScreens(ben, { assignee: 'me', limit: 10 })
    expect(items).toMatchObject([{ taskId, assignedFor }])
    expect(await toldOf(taskId)).toEqual([[ben.id, 'assigned']])
    const told = (await listNotifications(ben, { limit: 10 })).items
    expect(told.find((one) => one.taskId === taskId)?.about).toMatchObject({ for: 'Ana' })
    const { runId } = await getScreen(ben, { taskId })
    const history = (await getRunHistory(dan, { id: runId, limit: 20 })).items
    expect(history.find(({ action }) => action === 'screen.assigned')).toMatchObject({
      to: 'Ben',
      for: 'Ana',
    })
    // It is meant for who takes it next.
    await releaseScreen(ben, { taskId })
    await claimScreen(ben, { taskId })
    expect((await getScreen(ben, { taskId })).assignedFor).toBeNull()
  })

  it('belongs to nobody without a delegate, or with one who may not do it', async () => {
    const { ana, ben, dan, cleo } = people
    const alone = await open(holder(dan))
    await addOwnAbsence(ana, now())
    const given = await assignScreen(dan, { taskId: alone, userId: ana.id })
    expect(given).toMatchObject({ claim: null, away: { delegate: null, released: 1 } })
    expect(await heldBy(alone)).toBeNull()
    const [entry] = (await entriesOf(alone)).filter(({ action }) => action === 'screen.released')
    expect(entry?.details).toMatchObject({ forName: 'Ana' })
    const [absence] = (await getOwnAbsences(ana, {})).items
    const sent = { absenceId: absence?.id ?? '', revision: absence?.revision ?? 0 }
    await changeOwnAbsence(ana, { ...now({ delegateId: ben.id }), ...sent })
    const candidates = [`person:${ana.id}`, `person:${cleo.id}`]
    const byName = await open({ candidates })
    const { claim } = await assignScreen(people.olga, { taskId: byName, userId: ana.id })
    expect(claim?.name).toBe('Ben')
    // Who was chosen in her place may do it.
    await completeScreen(ben, { taskId: byName, output: {} })
    // The step chose a group of Ana's, which Ben is not in.
    const byGroup = await open({ candidates: [`group:${await groupOf(ana)}`] })
    const group = await assignScreen(people.olga, { taskId: byGroup, userId: ana.id })
    expect(group).toMatchObject({ claim: null, away: { delegate: { name: 'Ben' }, released: 1 } })
  })

  it('goes on to the delegate of a delegate who is away, and no further', async () => {
    const { ana, ben, cleo, dan } = people
    await addOwnAbsence(ana, now({ delegateId: ben.id }))
    await addOwnAbsence(ben, now({ delegateId: cleo.id }))
    const first = await open()
    const given = await assignScreen(dan, { taskId: first, userId: ana.id })
    expect(given).toMatchObject({ claim: { name: 'Cleo' }, away: { name: 'Ana' } })
    await addOwnAbsence(cleo, now({ delegateId: dan.id }))
    const second = await open()
    const { claim } = await assignScreen(people.olga, { taskId: second, userId: ana.id })
    expect(claim).toBeNull()
  })

  it('goes to the delegate also in bulk and when it is returned', async () => {
    const { ana, ben, dan } = people
    const taskIds = await seedScreens(of, [{}, holder(ben), { candidates: [`person:${ana.id}`] }])
    const back = await open(holder(ana))
    await assignScreen(ana, { taskId: back, userId: dan.id })
    await addOwnAbsence(ana, now({ delegateId: ben.id }))
    const change = { act: 'assign', userId: ana.id } as const
    const done = await changeScreens(people.olga, { change, taskIds })
    expect(done).toMatchObject({ changed: 3, away: { name: 'Ana', passed: 3, released: 0 } })
    expect(await Promise.all(taskIds.map(heldBy))).toEqual(['Ben', 'Ben', 'Ben'])
    expect(await returnScreen(dan, { taskId: back })).toMatchObject({
      claim: { name: 'Ben' },
      away: { name: 'Ana' },
    })
  })

  it('is hers when she takes it herself, and no next case comes to her', async () => {
    const { ana, ben } = people
    const taskId = await open()
    await addOwnAbsence(ana, now({ delegateId: ben.id }))
    await expect(claimNextScreen(ana, {})).rejects.toThrow(
      /^You are away until [A-Z][a-z]{2} \d+, \d{4}, so/,
    )
    expect(await assignScreen(ana, { taskId, userId: ana.id })).toMatchObject({
      claim: { mine: true },
      away: null,
    })
    const [absence] = (await getOwnAbsences(ana, {})).items
    await endOwnAbsence(ana, { absenceId: absence?.id ?? '' })
    expect((await claimNextScreen(ana, {})).screen?.taskId).toBe(taskId)
    const other = await open()
    const { claim } = await assignScreen(ben, { taskId: other, userId: ana.id })
    expect(claim?.name).toBe('Ana')
  })

  it('goes to the delegate by an escalation, else back to its group', async () => {
    const { ana, ben, cleo } = people
    await addOwnAbsence(ana, now({ delegateId: ben.id }))
    const escalate = async (screen: Seeded, when?: 'opening') => {
      const taskId = await open(screen)
      const at = '2026-01-02T10:00:00.000Z'
      const actions = [{ at, do: 'assign' as const, when, person: ana.id }]
      await engineDb()
        .update(workItems)
        .set({ actions, nextActionAt: new Date(at) })
        .where(eq(workItems.taskId, taskId))
      await actOnDueScreens()
      const [item] = await engineDb().select().from(workItems).where(eq(workItems.taskId, taskId))
      return { by: item?.assigneeName ?? null, past: item?.pastActions[0], item, taskId }
    }
    const passed = await escalate({ ...holder(cleo), candidates: [`person:${cleo.id}`] })
    expect(passed).toMatchObject({
      by: 'Ben',
      past: { outcome: 'done', person: 'Ben', for: 'Ana' },
      item: { assignedForName: 'Ana', candidates: [`person:${cleo.id}`, `person:${ben.id}`] },
    })
    expect((await toldOf(passed.taskId)).toSorted()).toEqual(
      [
        [ben.id, 'escalated'],
        [cleo.id, 'escalated'],
      ].toSorted(),
    )
    const opened = await escalate({ candidates: [`person:${ana.id}`] }, 'opening')
    expect(opened).toMatchObject({ by: 'Ben', item: { assignedForName: 'Ana' } })
    expect(await toldOf(opened.taskId)).toEqual([[ben.id, 'assigned']])
    await addOwnAbsence(ben, now())
    const reason = expect.stringContaining('nobody who may do it stands in')
    expect(await escalate(holder(cleo))).toMatchObject({
      by: null,
      past: { outcome: 'done', reason },
    })
    expect(await escalate({})).toMatchObject({ by: null, past: { outcome: 'failed', reason } })
  })

  it('is shown where people are chosen', async () => {
    const { ana, ben, cleo, dan } = people
    await addOwnAbsence(ana, now({ delegateId: ben.id }))
    await addOwnAbsence(cleo, now({ firstDay: inDays(2) }))
    const { items } = await listAssignees(dan, {})
    expect(items.map(({ name, away }) => [name, away])).toEqual([
      ['Ana', { until: inDays(5), delegate: 'Ben' }],
      ['Ben', null],
      ['Cleo', null],
      ['Dan', null],
      ['Olga', null],
    ])
    const { runId } = await getScreen(dan, { taskId: await open() })
    const mentioned = (await listRunPeople(dan, { id: runId, q: 'An' })).items
    expect(mentioned).toMatchObject([{ name: 'Ana', awayUntil: inDays(5) }])
    const chosen = [`person:${ana.id}`, `group:${newId()}`, `mail:${cleo.email}`]
    expect(await standIns(organizationId, chosen)).toEqual([`person:${ben.id}`])
    expect(await standIns(organizationId, [...chosen, `person:${ben.id}`])).toEqual([])
  })
})

describe('the beginning of an absence', () => {
  const absenceOf = async (person: Actor) => (await getOwnAbsences(person, {})).items[0]

  it('passes what the person has, once, whoever works, and not before the day', async () => {
    const { ana, ben } = people
    const taskIds = await seedScreens(
      of,
      Array.from({ length: 5 }, () => holder(ana)),
    )
    const bens = await open(holder(ben))
    const absence = { firstDay: inDays(2), lastDay: inDays(3) }
    await addOwnAbsence(ana, { ...absence, delegateId: ben.id, heldCases: 'pass' })
    await beginDueAbsences()
    expect(await heldBy(taskIds[0] ?? '')).toBe('Ana')
    const then = new Date(Date.now() + 2 * 86_400_000)
    await Promise.all([1, 2, 3].map(async () => await beginDueAbsences(then)))
    await beginDueAbsences(then)
    expect(await Promise.all(taskIds.map(heldBy))).toEqual(taskIds.map(() => 'Ben'))
    expect(await absenceOf(ana)).toMatchObject({
      passed: 5,
      released: 0,
      begunAt: expect.any(String),
    })
    for (const taskId of taskIds) {
      const entries = (await entriesOf(taskId)).filter(({ action }) => action === 'screen.assigned')
      expect(entries).toMatchObject([
        { actorName: 'Rounds', details: { toName: 'Ben', forName: 'Ana' } },
      ])
      expect(await toldOf(taskId)).toEqual([[ben.id, 'handed-over']])
    }
    expect(await entriesOf(bens)).toEqual([])
  })

  it('gives to nobody what the delegate may not do, and lets them do what named her', async () => {
    const { ana, ben, cleo } = people
    const foreign = await open({ ...holder(ana), candidates: [`person:${cleo.id}`] })
    const hers = await open({ ...holder(ana), candidates: [`mail:${ana.email?.toLowerCase()}`] })
    const named = await open({ candidates: [`person:${ana.id}`] })
    await addOwnAbsence(ana, now({ delegateId: ben.id, heldCases: 'pass' }))
    await beginDueAbsences()
    expect(await absenceOf(ana)).toMatchObject({ passed: 1, released: 1 })
    expect([await heldBy(foreign), await heldBy(hers), await heldBy(named)]).toEqual([
      null,
      'Ben',
      null,
    ])
    await completeScreen(ben, { taskId: hers, output: {} })
    await claimScreen(ben, { taskId: named })
    await expect(claimScreen(ben, { taskId: foreign })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it.each([
    ['keep', 'Ana', 0],
    ['release', null, 1],
  ] as const)('can %s what the person has', async (heldCases, by, released) => {
    const { ana, ben } = people
    const taskId = await open(holder(ana))
    await addOwnAbsence(ana, now({ delegateId: ben.id, heldCases }))
    await beginDueAbsences()
    expect(await heldBy(taskId)).toBe(by)
    expect(await absenceOf(ana)).toMatchObject({ passed: 0, released })
  })

  it('changes nothing when it is over before anybody worked', async () => {
    const { ana, ben } = people
    const taskId = await open(holder(ana))
    await addOwnAbsence(ana, now({ delegateId: ben.id, heldCases: 'pass' }))
    await beginDueAbsences(new Date(Date.now() + 10 * 86_400_000))
    expect(await heldBy(taskId)).toBe('Ana')
    expect((await absenceOf(ana))?.begunAt).not.toBeNull()
  })

  it('ends with the membership', async () => {
    const { actor } = await signedIn(organizationId, 'worker', 'Lea')
    await addOwnAbsence(people.ana, now({ delegateId: actor.id }))
    await authDb()
      .update(members)
      .set({ disabledAt: new Date() })
      .where(and(eq(members.userId, actor.id), eq(members.organizationId, organizationId)))
    expect((await getOwnAbsences(people.ana, {})).items).toMatchObject([{ delegate: null }])
    const taskId = await open()
    const { claim } = await assignScreen(people.dan, { taskId, userId: people.ana.id })
    expect(claim).toBeNull()
  })
})
