import { and, eq, sql, type SQL } from 'drizzle-orm'
import { runs, tasks, unwrittenTasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import { workflows } from '#db/schema/workflows'
import type { Tx } from '#db/client'
import { readInOrganization } from '#db/replica'
import { can, type Actor } from '#lib/auth/actor'
import { coalesced } from '#lib/coalesce'
import type { HomeView } from '#lib/contracts/service/home'
import { loadRunTotals } from '#lib/engine/store/reads/run-totals'
import { seesAllRuns, visibleRuns } from '../access/access-sql.ts'
import { isFailing } from '../runs/failed-runs.ts'
import { defineOutsideOperation } from '../define-operation.ts'
import { ofCallerOrNobody } from '../screens/queue/filters.ts'
import { countItems, findItems, inboxItems } from '../screens/queue/find-items.ts'
import { urgency } from '../screens/queue/order.ts'
import { historyNumbers } from './history-numbers.ts'

/** The workflows with the most failed runs of the last day that nobody has retried. */
async function failing(tx: Tx, visible?: SQL): Promise<HomeView['failing']> {
  const { rows } = await tx.execute<{
    id: string
    slug: string
    name: string
    failed: number
    lastRunId: string
    lastAt: string
  }>(sql`
    select ${workflows.id}, ${workflows.slug}, ${workflows.name}, count(*)::int as failed,
    (array_agg(${runs.id} order by ${runs.createdAt} desc))[1] as "lastRunId",
      to_char(max(${runs.finishedAt}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastAt"
    from ${runs} join ${workflows} on ${workflows.id} = ${runs.workflowId}
    where ${isFailing} and ${runs.finishedAt} > now() - interval '24 hours'
      and ${visible ?? sql`true`}
    group by ${workflows.id} order by 4 desc, 6 desc limit 10`)
  return rows.map(({ id, slug, name, ...rest }) => ({ workflow: { id, slug, name }, ...rest }))
}

/** Tasks that a worker may take, including those of runs that no worker has started yet. */
async function queue(tx: Tx): Promise<NonNullable<HomeView['queue']>> {
  const waiting = (from: typeof tasks | typeof unwrittenTasks) =>
    tx
      .select({
        pending: sql<number>`count(*)::int`,
        oldestSeconds: sql<number | null>`extract(epoch
          from now() - min(coalesce(${from.dueAt}, ${from.startedAt}, ${from.createdAt})))::float8`,
      })
      .from(from)
      .where(
        and(eq(from.status, 'pending'), sql`(${from.dueAt} is null or ${from.dueAt} <= now())`),
      )
  const [written] = await waiting(tasks)
  const [unwritten] = await waiting(unwrittenTasks)
  const ages = [written?.oldestSeconds ?? null, unwritten?.oldestSeconds ?? null].filter(
    (age) => age !== null,
  )
  return {
    pending: (written?.pending ?? 0) + (unwritten?.pending ?? 0),
    oldestSeconds: ages.length > 0 ? Math.max(...ages) : null,
  }
}

type Numbers = Omit<HomeView, 'screens'>

/**
 * The numbers that are the same for all people of an organization. Concurrent readers share one
 * query, because it costs the database ten milliseconds.
 */
const numbersOf = coalesced<null, Numbers>(
  async (lookers, organizationId) => {
    const numbers = await readInOrganization(organizationId, async (tx): Promise<Numbers> => {
      const failed = await failing(tx)
      return {
        failing: failed,
        ...(await historyNumbers(tx, organizationId)),
        queue: await queue(tx),
        books: await loadRunTotals(tx),
      }
    })
    return lookers.map(() => numbers)
  },
  { gatherMs: 25 },
)

/** For callers who do not see every run: what they see, and the books where they may. */
async function fewNumbers(tx: Tx, actor: Actor): Promise<Numbers> {
  const books = can(actor, 'books:read') ? await loadRunTotals(tx) : null
  const failed = can(actor, 'runs:read') ? await failing(tx, visibleRuns(actor)) : []
  return { failing: failed, days: null, duration: null, queue: null, books }
}

async function screensOf(tx: Tx, actor: Actor): Promise<HomeView['screens']> {
  const open = { where: ofCallerOrNobody(actor), needsCase: false }
  const mine = { where: sql`${workItems.assigneeId} = ${actor.id}::uuid`, needsCase: false }
  const isLate = sql`${workItems.dueAt} < now()`
  const overdue = { where: and(ofCallerOrNobody(actor), isLate), needsCase: false }
  const top = await findItems(tx, actor, { ...open, by: urgency(actor), limit: 5 })
  return {
    open: await countItems(tx, actor, open),
    mine: await countItems(tx, actor, mine),
    overdue: await countItems(tx, actor, overdue),
    top: await inboxItems(tx, actor, top),
  }
}

/** The numbers of one person, shared by several windows. */
const screensFor = coalesced<Actor, HomeView['screens']>(
  async (lookers) => {
    const [actor] = lookers
    if (!actor) return []
    const screens = await readInOrganization(
      actor.organizationId,
      async (tx) => await screensOf(tx, actor),
    )
    return lookers.map(() => screens)
  },
  { gatherMs: 25 },
)

/** The numbers of the home page. */
export const getHome = defineOutsideOperation<object, HomeView>({
  name: 'getHome',
  permission: 'home:read',
  async run({ actor }) {
    const [screens, numbers] = await Promise.all([
      can(actor, 'screens:work')
        ? screensFor(actor, `${actor.organizationId} ${actor.id}`)
        : { open: 0, mine: 0, overdue: 0, top: [] },
      seesAllRuns(actor) && can(actor, 'books:read')
        ? numbersOf(null, actor.organizationId)
        : readInOrganization(actor.organizationId, (tx) => fewNumbers(tx, actor)),
    ])
    return { screens, ...numbers }
  },
})
