import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inOrganization } from '#db/client'
import { businessCalendars } from '#db/schema/calendars'
import { organizations } from '#db/schema/organizations'
import { workItems } from '#db/schema/work-items'
import type { Actor } from '#lib/auth/actor'
import type { Workload } from '#lib/contracts/runs/workload'
import { usualRules, weekdays } from '#lib/domain/calendar/calendar'
import { workingTimeOf } from '#lib/domain/calendar/shifts-of'
import { addDays, instantAt, localTimeOf } from '#lib/domain/calendar/zoned-time'
import { newId } from '#lib/ids'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { seedScreens } from '#test/harness/seed-screens'
import { useTestDatabase } from '#test/harness/test-database'
import { graph } from '#test/samples/graph'
import { signedIn } from '#test/samples/person'
import { addOwnAbsence } from '../../absences/change-absences.ts'
import { changeScreens } from '../assign/change-screens.ts'
import { countScreens } from '../count-screens.ts'
import { getWorkload } from './get-workload.ts'
import { ageLimits } from './open-work.ts'

useTestDatabase()

const zone = 'America/New_York'
const group = newId()
const hourMs = 3_600_000
const dayMs = 24 * hourMs
let organizationId: string
let ana: Actor
let dan: Actor
let olga: Actor
let cases: { organizationId: string; workflowId: string; versionId: string }
let calls: typeof cases
let read: Workload

const look = graph('look', { look: { type: 'screen', config: { title: 'Look' } } })
const before = (ms: number): Date => new Date(Date.now() - ms)

type Done = Partial<typeof workItems.$inferInsert> & { closedAt: Date }

/** Finished work, as the triggers leave it; its runs may be missing. */
async function seedDone(done: Done[]): Promise<void> {
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(workItems).values(
      done.map((item) => ({
        taskId: newId(),
        runId: newId(),
        caseRunId: newId(),
        organizationId,
        workflowId: cases.workflowId,
        stepId: 'look',
        title: 'Look',
        priority: 0,
        openedAt: new Date(item.closedAt.getTime() - 10 * hourMs),
        outcome: 'completed' as const,
        ...item,
      })),
    )
  })
}

beforeAll(async () => {
  // Noon there, so that no test runs over midnight.
  const now = instantAt({ date: localTimeOf(new Date(), zone).date, minute: 12 * 60 }, zone)
  vi.useFakeTimers({ toFake: ['Date'], now })
  organizationId = (await seedOrganization()).organizationId
  await inOrganization(organizationId, async (tx) => {
    await tx
      .update(organizations)
      .set({ timeZone: zone })
      .where(eq(organizations.id, organizationId))
    // Every day is a working day, so that ages do not depend on the day of the test.
    const allDay = [{ from: '00:00', to: '24:00' }]
    const hours = Object.fromEntries(weekdays.map((day) => [day, allDay]))
    await tx.insert(businessCalendars).values({
      organizationId,
      id: newId(),
      slug: 'always',
      name: 'Always',
      isDefault: true,
      rules: { ...usualRules, timeZone: zone, hours: hours as typeof usualRules.hours },
      holidays: [],
    })
  })
  const person = async (role: string, name: string) =>
    (await signedIn(organizationId, role, name)).actor
  ana = await person('worker', 'Ana')
  dan = await person('builder', 'Dan')
  olga = await person('owner', 'Olga')
  const seed = async () => ({ organizationId, ...(await seedWorkflow(organizationId, look)) })
  cases = await seed()
  calls = await seed()
  const held = { holder: { id: ana.id, name: 'Ana' } }
  await seedScreens(cases, [
    { ...held, openedAt: before(12 * hourMs), dueAt: before(2 * dayMs) },
    { ...held, openedAt: before(4 * dayMs) },
    { openedAt: before(2 * dayMs), candidates: [`group:${group}`] },
    { openedAt: before(30 * dayMs), candidates: [`person:${ana.id}`] },
  ])
  await seedScreens(calls, [{ openedAt: before(7 * dayMs), candidates: [`group:${group}`] }])
  const noon = (daysAgo: number): Date =>
    instantAt(
      { date: addDays(localTimeOf(new Date(), zone).date, -daysAgo), minute: 12 * 60 },
      zone,
    )
  const after = (closedAt: Date, claimed: number, due?: number): Done => {
    const openedAt = new Date(closedAt.getTime() - 10 * hourMs)
    return {
      closedAt,
      openedAt,
      firstAssignedAt: new Date(openedAt.getTime() + claimed * hourMs),
      ...(due === undefined ? {} : { dueAt: new Date(openedAt.getTime() + due * hourMs) }),
    }
  }
  const threeDaysAgo = noon(3)
  await seedDone([
    after(threeDaysAgo, 1, 20),
    after(threeDaysAgo, 2, 5),
    after(threeDaysAgo, 3),
    // From before it was written down who had it first.
    { closedAt: noon(20) },
    { closedAt: noon(60) },
    { closedAt: noon(3), outcome: 'cancelled' },
    { ...after(noon(5), 1, 20), workflowId: calls.workflowId, candidates: [`group:${group}`] },
  ])
  read = await getWorkload(olga, {})
})

afterAll(() => vi.useRealTimers())

describe('open work', () => {
  it('is counted by who has it, and leads to the same in the inbox', async () => {
    await addOwnAbsence(ana, {
      firstDay: localTimeOf(new Date(), zone).date,
      lastDay: addDays(localTimeOf(new Date(), zone).date, 3),
      delegateId: dan.id,
    })
    const { people, total, today } = await getWorkload(olga, {})
    expect(people).toMatchObject([
      { person: null, away: null, open: 3, overdue: 0 },
      {
        person: { userId: ana.id, name: 'Ana' },
        away: { until: addDays(today, 3), delegate: 'Dan' },
        open: 2,
        overdue: 1,
      },
    ])
    expect(total).toMatchObject({ open: 5, overdue: 1 })
    const inbox = async (filters: object) => (await countScreens(olga, filters)).count
    expect(await inbox({ assignee: 'nobody' })).toBe(3)
    expect(await inbox({ assignee: ana.id, due: 'overdue' })).toBe(1)
    expect(await inbox({ due: 'today' })).toBe(total.dueToday)
  })

  it('is counted by group, and names one that is gone', async () => {
    expect(read.groups).toMatchObject([
      { groupId: group, name: 'A group that is gone', open: 2, unclaimed: 2 },
    ])
    expect((await countScreens(olga, { group })).count).toBe(2)
  })

  it('is counted by age in working days, and each age is a filter of the inbox', async () => {
    expect(read.ages.map(({ from, to, count }) => [from, to, count])).toEqual([
      [0, 1, 1],
      [1, 3, 1],
      [3, 5, 1],
      [5, 10, 1],
      [10, null, 1],
    ])
    for (const { openedFrom, openedBefore } of read.ages) {
      const filters = {
        ...(openedFrom && { openedFrom }),
        ...(openedBefore && { openedBefore }),
      }
      expect(await countScreens(olga, filters)).toEqual({ count: 1 })
    }
  })

  it('tells ages by the calendar', () => {
    const time = workingTimeOf(usualRules, { timeZone: 'UTC', holidays: [] })
    // A Monday: the weekend does not count.
    const [day, three] = ageLimits(time, new Date('2026-11-23T12:00:00Z'))
    expect([day?.toISOString(), three?.toISOString()]).toEqual([
      '2026-11-20T12:00:00.000Z',
      '2026-11-18T12:00:00.000Z',
    ])
  })

  it('is of one workflow or group when asked, and the groups are all still there', async () => {
    const one = await getWorkload(olga, { workflow: calls.workflowId })
    expect(one.total.open).toBe(1)
    const ofGroup = await getWorkload(olga, { group })
    expect(ofGroup).toMatchObject({ total: { open: 2 }, people: [{ person: null, open: 2 }] })
    expect(ofGroup.groups).toHaveLength(1)
    await expect(getWorkload(olga, { workflow: 'none-such' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('is what the caller may do, and not for workers', async () => {
    // The step chose the group and Ana, not Dan.
    expect((await getWorkload(dan, {})).total.open).toBe(2)
    await expect(getWorkload(ana, {})).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('done work', () => {
  it('is counted by the day of the organization, with days on which nothing was done', () => {
    const { days, completed } = read.done
    expect(days).toHaveLength(30)
    expect(days.at(-1)?.day).toBe(read.today)
    expect(days.filter(({ completed: count }) => count > 0)).toEqual([
      { day: addDays(read.today, -20), completed: 1 },
      { day: addDays(read.today, -5), completed: 1 },
      { day: addDays(read.today, -3), completed: 3 },
    ])
    expect(completed).toBe(5)
  })

  it('says how long it took, of how many that is known, and what was on time', () => {
    const { untilClaimed, untilCompleted, withDueDate, onTime } = read.done
    // Of 1, 1, 2 and 3 hours; who had the fifth first is not known.
    expect(untilClaimed).toEqual({ known: 4, medianSeconds: 5400, p90Seconds: 9720 })
    expect(untilCompleted).toEqual({ known: 5, medianSeconds: 36_000, p90Seconds: 36_000 })
    expect([withDueDate, onTime]).toEqual([3, 2])
  })

  it('is of the asked period, workflow and group', async () => {
    const done = async (input: object) => (await getWorkload(olga, input)).done.completed
    expect(await done({ days: '14' })).toBe(4)
    expect(await done({ days: '90' })).toBe(6)
    expect(await done({ workflow: calls.workflowId })).toBe(1)
    expect(await done({ group })).toBe(1)
    const nothing = await getWorkload(olga, { group: newId() })
    expect(nothing).toMatchObject({
      total: { open: 0, oldestAt: null },
      people: [],
      done: { completed: 0, untilClaimed: { known: 0, medianSeconds: null }, onTime: 0 },
    })
  })
})

it('lets all of one person be given to another', async () => {
  const change = { act: 'assign', userId: dan.id } as const
  const filters = { assignee: ana.id }
  expect(await changeScreens(olga, { change, filters })).toMatchObject({ changed: 2, away: null })
  const { people } = await getWorkload(olga, {})
  expect(people.map(({ person, open }) => [person?.name, open])).toEqual([
    [undefined, 3],
    ['Dan', 2],
  ])
})
