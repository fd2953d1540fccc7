import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inOrganization } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { workItems } from '#db/schema/work-items'
import type { Actor } from '#lib/auth/actor'
import { newId } from '#lib/ids'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { seedScreens } from '#test/harness/seed-screens'
import { useTestDatabase } from '#test/harness/test-database'
import { graph } from '#test/samples/graph'
import { signedIn } from '#test/samples/person'
import { getWorkload } from './get-workload.ts'

// The same figures by SQL that was written apart from the operation: each row is put on its day by
// the database's own clock of the zone, where the operation compares it with the days' beginnings.

useTestDatabase()

const minuteMs = 60_000
const dayMs = 1440 * minuteMs
const groups = [newId(), newId()]
const look = graph('look', { look: { type: 'screen', config: { title: 'Look' } } })

/** Days of 25, 23 and 24.5 hours, and one without its midnight; each instant is working time. */
const clocks: [zone: string, now: string][] = [
  ['America/New_York', '2026-11-05T17:00:00Z'],
  ['America/New_York', '2026-03-11T16:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-08T02:00:00Z'],
  ['America/Santiago', '2026-09-09T15:00:00Z'],
  ['Asia/Kathmandu', '2026-06-10T06:00:00Z'],
]

type Filters = { workflow?: string; group?: string }

/** Which rows the filters leave, of the organization. */
const wanted = (organizationId: string, { workflow, group }: Filters) => sql`
  organization_id = ${organizationId}::uuid
  and (${workflow ?? null}::uuid is null or workflow_id = ${workflow ?? null}::uuid)
  and (${group ?? null}::text is null or ${`group:${group}`}::text = any(candidates))`

describe.each(clocks)('in %s at %s', (zone, instant) => {
  let organizationId: string
  let olga: Actor
  let workflows: { organizationId: string; workflowId: string; versionId: string }[]
  const now = new Date(instant)

  async function read<Row extends Record<string, unknown>>(statement: ReturnType<typeof sql>) {
    return await inOrganization(
      organizationId,
      async (tx) => (await tx.execute<Row>(statement)).rows,
    )
  }

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now })
    organizationId = (await seedOrganization()).organizationId
    await inOrganization(organizationId, async (tx) => {
      await tx
        .update(organizations)
        .set({ timeZone: zone })
        .where(eq(organizations.id, organizationId))
    })
    olga = (await signedIn(organizationId, 'owner', 'Olga')).actor
    const seed = async () => ({ organizationId, ...(await seedWorkflow(organizationId, look)) })
    workflows = [await seed(), await seed()]
    const candidates = fc.constantFrom(
      ...[[], [0], [1], [0, 1]].map((of) => of.map((at) => `group:${groups[at]}`)),
    )
    const minutes = (most: number) => fc.integer({ min: 0, max: most })
    const item = fc.record({
      // A third of them lies within two hours of a midnight of Greenwich or of the zone.
      closed: fc.oneof(
        minutes(95 * 1440),
        minutes(95 * 24).map((hour) => hour * 60 + 1),
      ),
      worked: minutes(5 * 1440),
      claimed: fc.option(minutes(1440)),
      due: fc.option(minutes(6 * 1440)),
      outcome: fc.constantFrom('completed' as const, 'completed' as const, 'cancelled' as const),
      workflow: fc.nat(1),
      candidates,
    })
    const done = fc.sample(item, { seed: 14, numRuns: 600 })
    await inOrganization(organizationId, async (tx) => {
      await tx.insert(workItems).values(
        done.map(({ closed, worked, claimed, due, outcome, ...of }) => {
          const closedAt = new Date(now.getTime() - closed * minuteMs)
          const openedAt = new Date(closedAt.getTime() - worked * minuteMs)
          const after = (some: number | null) =>
            some === null ? null : new Date(openedAt.getTime() + some * minuteMs)
          const runId = newId()
          const ids = { taskId: newId(), runId, caseRunId: runId, organizationId }
          const { workflowId } = workflows[of.workflow] ?? { workflowId: '' }
          const what = { stepId: 'look', title: 'Look', priority: 0, candidates: of.candidates }
          const times = { openedAt, closedAt, firstAssignedAt: after(claimed), dueAt: after(due) }
          return { ...ids, workflowId, ...what, ...times, outcome }
        }),
      )
    })
    const open = fc.sample(fc.record({ age: minutes(16 * 1440), candidates }), {
      seed: 41,
      numRuns: 40,
    })
    for (const [at, of] of workflows.entries())
      await seedScreens(
        of,
        open
          .filter((_one, index) => index % 2 === at)
          .map(({ age, ...more }) => ({
            ...more,
            openedAt: new Date(now.getTime() - age * minuteMs),
          })),
      )
  })
  afterAll(() => vi.useRealTimers())

  const filtered = (): Filters[] => [
    {},
    ...workflows.map(({ workflowId }) => ({ workflow: workflowId })),
    ...groups.map((group) => ({ group })),
    { workflow: workflows[0]?.workflowId ?? '', group: groups[0] ?? '' },
  ]

  it.each(['14', '30', '90'] as const)('counts what was done in %s days', async (days) => {
    for (const filters of filtered()) {
      const { done } = await getWorkload(olga, { ...filters, days })
      const item = sql`select *, (closed_at at time zone ${zone})::date as day from work_items
        where ${wanted(organizationId, filters)} and outcome = 'completed'
          and (closed_at at time zone ${zone})::date
            > (${instant}::timestamptz at time zone ${zone})::date - ${Number(days)}::int`
      const [counted] = await read<Record<string, number | null>>(sql`
        with item as (${item}),
          claims as (select extract(epoch from first_assigned_at - opened_at)::float8 as s from item)
        select count(*)::int as completed, count(due_at)::int as "withDueDate",
          count(*) filter (where closed_at <= due_at)::int as "onTime",
          (select count(s)::int from claims) as claimed,
          (select percentile_cont(0.5) within group (order by s) from claims) as claim,
          percentile_cont(0.9) within group (
            order by extract(epoch from closed_at - opened_at)::float8) as complete
        from item`)
      const perDay = await read<{ day: string; completed: number }>(sql`
        with item as (${item})
        select day::text, count(*)::int as completed from item group by day order by day`)
      expect(done.days.filter(({ completed }) => completed > 0)).toEqual(perDay)
      expect(done.days).toHaveLength(Number(days))
      expect({
        completed: done.completed,
        withDueDate: done.withDueDate,
        onTime: done.onTime,
        claimed: done.untilClaimed.known,
        claim: done.untilClaimed.medianSeconds,
        complete: done.untilCompleted.p90Seconds,
      }).toEqual(counted)
      expect(done.completed).toBeGreaterThan(0)
    }
  })

  it('counts what is open by age in working days', async () => {
    for (const filters of filtered()) {
      const { ages, total } = await getWorkload(olga, filters)
      // Monday to Friday at the same time of the day: now is within the hours.
      const limitOf = (count: number) => sql`(
        select (day + (${instant}::timestamptz at time zone ${zone})::time) at time zone ${zone}
        from (select (${instant}::timestamptz at time zone ${zone})::date - back as day
          from generate_series(0, 60) back) days
        where extract(isodow from day) < 6 order by day desc offset ${count}::int limit 1)`
      for (const { from, to, count } of ages) {
        const [row] = await read<{ count: number }>(sql`
          select count(*)::int as count from work_items
          where ${wanted(organizationId, filters)} and closed_at is null
            ${from === 0 ? sql`` : sql`and opened_at < ${limitOf(from)}`}
            ${to === null ? sql`` : sql`and opened_at >= ${limitOf(to)}`}`)
        expect([from, to, count]).toEqual([from, to, row?.count])
      }
      expect(ages.reduce((all, { count }) => all + count, 0)).toBe(total.open)
      expect(total.open).toBeGreaterThan(0)
    }
  })
})

it('is of days that are as long as they should be', () => {
  const hours = (zone: string, one: string, other: string) => {
    const offset = (at: string) =>
      new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
        .formatToParts(new Date(at))
        .find(({ type }) => type === 'timeZoneName')?.value
    return [offset(one), offset(other)]
  }
  for (const [zone, now] of clocks.slice(0, 4)) {
    const before = new Date(new Date(now).getTime() - 10 * dayMs).toISOString()
    const [then, today] = hours(zone, before, now)
    expect(then).not.toBe(today)
  }
})
