import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { tasks } from '#db/schema/runs'
import { newActor, type Actor } from '#lib/auth/actor'
import type { InboxFilters } from '#lib/domain/run/inbox-filters'
import type { InboxSort, SortDirection } from '#lib/domain/run/inbox-words'
import { addDays, instantAt, localTimeOf, weekdayOf } from '#lib/domain/calendar/zoned-time'
import { newId } from '#lib/ids'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { seedScreens, type Seeded } from '#test/harness/seed-screens'
import { useTestDatabase } from '#test/harness/test-database'
import { graph } from '#test/samples/graph'
import { signedIn } from '#test/samples/person'
import { claimNextScreen } from '../claim-next-screen.ts'
import { countScreens } from '../count-screens.ts'
import { listScreens } from '../list-screens.ts'

useTestDatabase()
let organizationId: string
let ada: Actor
let bea: Actor
beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
  ada = (await signedIn(organizationId, 'worker', 'Ada')).actor
  bea = (await signedIn(organizationId, 'worker', 'Bea')).actor
})

const look = graph('look', { look: { type: 'screen', config: { title: 'Look' } } })

/** A workflow of its own with these screens, so that tests do not see those of others. */
async function seed(screens: Seeded[]) {
  const seeded = await seedWorkflow(organizationId, look)
  const of = { organizationId, ...seeded }
  return { ...of, taskIds: await seedScreens(of, screens) }
}

type Asked = InboxFilters & { sort?: InboxSort; direction?: SortDirection }

/** The names of the cases that are found, a page after the other. */
async function names(asked: Asked, { as = ada, limit = 200 } = {}): Promise<(string | null)[]> {
  const found: (string | null)[] = []
  let cursor: string | undefined
  do {
    const page = await listScreens(as, { ...asked, limit, ...(cursor && { cursor }) })
    found.push(...page.items.map((item) => item.case.title))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return found
}

const hour = 3_600_000
const inHours = (hours: number): Date => new Date(Date.now() + hours * hour)

describe('filters', () => {
  it('finds by step, group, priority, follow-up and who has it, and counts the same', async () => {
    const { workflowId } = await seed([
      { name: 'plain' },
      { name: 'other step', stepId: 'check' },
      { name: 'urgent', priority: 5 },
      { name: 'mine', holder: ada },
      { name: 'theirs', holder: bea },
      { name: 'for a group', candidates: ['group:billing', `person:${ada.id}`] },
      { name: 'later', followUpAt: inHours(5) },
      { name: 'again', followUpAt: inHours(-5) },
    ])
    const by: [InboxFilters, string[]][] = [
      [{ step: 'check' }, ['other step']],
      [{ group: 'Billing' }, ['for a group']],
      [{ minPriority: 5 }, ['urgent']],
      [{ assignee: 'me' }, ['mine']],
      [{ assignee: 'others' }, ['theirs']],
      [{ assignee: bea.id }, ['theirs']],
      [{ assignee: 'nobody', minPriority: 1 }, ['urgent']],
      [{ followUp: 'later' }, ['later']],
      [{ followUp: 'now' }, ['again']],
      [{ followUp: 'none', assignee: 'me' }, ['mine']],
      [{ q: 'STEP' }, ['other step']],
    ]
    for (const [filters, expected] of by) {
      const wanted = { workflow: workflowId, ...filters }
      expect([filters, await names(wanted)]).toEqual([filters, expected])
      expect(await countScreens(ada, wanted)).toEqual({ count: expected.length })
    }
    // Bea is none of those whom the step chose.
    expect(await names({ workflow: workflowId, group: 'billing' }, { as: bea })).toEqual([])
    expect(await countScreens(bea, { workflow: workflowId })).toEqual({ count: 7 })
  })

  it('knows today and this week by the clock of the organization', async () => {
    const zone = 'Pacific/Kiritimati'
    await inOrganization(organizationId, (tx) =>
      tx.update(organizations).set({ timeZone: zone }).where(eq(organizations.id, organizationId)),
    )
    const { date } = localTimeOf(new Date(), zone)
    const monday = addDays(date, -((weekdayOf(date) + 6) % 7))
    const at = (day: string, minute: number): Date => instantAt({ date: day, minute }, zone)
    const { workflowId } = await seed([
      { name: 'first minute', dueAt: at(date, 0) },
      { name: 'last minute', dueAt: at(date, 1439) },
      { name: 'next monday', dueAt: at(addDays(monday, 7), 0) },
      { name: 'sunday before', dueAt: at(addDays(monday, -1), 1439) },
      { name: 'never' },
    ])
    const due = async (when: NonNullable<InboxFilters['due']>) =>
      (await names({ workflow: workflowId, due: when })).toSorted()
    expect(await due('today')).toEqual(['first minute', 'last minute'])
    expect(await due('week')).toEqual(['first minute', 'last minute'])
    expect(await due('overdue')).toContain('sunday before')
    expect(await due('overdue')).not.toContain('next monday')
    expect(await due('none')).toEqual(['never'])
  })

  it('refuses an unknown workflow with 404', async () => {
    const asked = listScreens(ada, { workflow: 'nothing', limit: 5 })
    await expect(asked).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('sorts', () => {
  it.each<[Asked, string[]]>([
    [{}, ['c', 'a', 'd', 'B']],
    [{ sort: 'priority', direction: 'asc' }, ['a', 'd', 'B', 'c']],
    [{ sort: 'due' }, ['B', 'd', 'a', 'c']],
    [{ sort: 'due', direction: 'desc' }, ['d', 'B', 'a', 'c']],
    [{ sort: 'opened' }, ['a', 'd', 'B', 'c']],
    [{ sort: 'opened', direction: 'desc' }, ['c', 'B', 'd', 'a']],
    [{ sort: 'case' }, ['a', 'B', 'c', 'd']],
    [{ sort: 'case', direction: 'desc' }, ['d', 'c', 'B', 'a']],
  ])('orders by %j, also page by page', async (asked, expected) => {
    const { workflowId } = await seed([
      { name: 'a', openedAt: inHours(-9) },
      { name: 'B', openedAt: inHours(-7), dueAt: inHours(1) },
      { name: 'c', openedAt: inHours(-6), priority: 3 },
      { name: 'd', openedAt: inHours(-8), dueAt: inHours(2) },
    ])
    const wanted = { workflow: workflowId, ...asked }
    expect(await names(wanted)).toEqual(expected)
    expect(await names(wanted, { limit: 1 })).toEqual(expected)
  })

  it('goes on after the last row, whatever comes and goes meanwhile', async () => {
    const five = [1, 2, 3, 4, 5].map((at) => ({ name: `n${at}`, openedAt: inHours(at - 10) }))
    const { taskIds, ...of } = await seed(five)
    const asked = { workflow: of.workflowId, sort: 'opened' as const, limit: 2 }
    const first = await listScreens(ada, asked)
    // The row at which the page ended is done, an older one appears, a newer one is taken away.
    const gone = [taskIds[1], taskIds[3]]
    for (const id of gone)
      await inOrganization(organizationId, (tx) =>
        tx
          .update(tasks)
          .set({ status: 'cancelled', finishedAt: new Date() })
          .where(eq(tasks.id, String(id))),
      )
    await seedScreens(of, [{ name: 'n0', openedAt: inHours(-20) }])
    const second = await listScreens(ada, { ...asked, cursor: first.nextCursor ?? '' })
    expect(second.items.map((item) => item.case.title)).toEqual(['n3', 'n5'])
    expect(second.nextCursor).toBeNull()
    const other = listScreens(ada, { ...asked, sort: 'due', cursor: first.nextCursor ?? '' })
    await expect(other).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

describe('next', () => {
  const next = async (as: Actor, asked: Asked & { except?: string[] }) =>
    (await claimNextScreen(as, asked)).screen?.taskId

  it('gives one’s own first, then what is overdue, urgent, due, old', async () => {
    const { taskIds, workflowId } = await seed([
      { name: 'old', openedAt: inHours(-9) },
      { name: 'due', dueAt: inHours(9) },
      { name: 'urgent', priority: 9 },
      { name: 'overdue', dueAt: inHours(-1) },
      { name: 'mine', holder: ada },
      { name: 'theirs', holder: bea, priority: 99 },
      { name: 'put off', followUpAt: inHours(3), priority: 99 },
    ])
    const except: string[] = []
    for (let times = 0; times < 6; times++) {
      const taken = await next(ada, { workflow: workflowId, except })
      if (taken) except.push(taken)
    }
    expect(except.map((id) => taskIds.indexOf(id))).toEqual([4, 3, 2, 1, 0])
  })

  it('keeps to the filters and the order of the list', async () => {
    const { taskIds, workflowId } = await seed([
      { name: 'b knee', priority: 9 },
      { name: 'a knee' },
      { name: '0 hip', priority: 9 },
    ])
    const asked = { workflow: workflowId, q: 'knee', sort: 'case' as const }
    expect(await next(ada, asked)).toBe(taskIds[1])
    expect(await next(bea, asked)).toBe(taskIds[0])
    expect(await next((await signedIn(organizationId, 'worker', 'Cat')).actor, asked)).toBe(
      undefined,
    )
  })

  it('gives thirty people who ask at once one each', async () => {
    const { workflowId } = await seed(Array.from({ length: 25 }, () => ({})))
    const people = Array.from({ length: 30 }, (_, at) =>
      newActor({ kind: 'user', id: newId(), name: `P${at}`, organizationId, role: 'worker' }),
    )
    const taken = await Promise.all(people.map((one) => next(one, { workflow: workflowId })))
    const got = taken.filter((id) => id !== undefined)
    expect(got).toHaveLength(25)
    expect(new Set(got).size).toBe(25)
  })
})
