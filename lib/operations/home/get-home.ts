import { and, eq, sql } from 'drizzle-orm'
import { runs, tasks, unwrittenTasks } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import { inOrganization, type Tx } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { coalesced } from '#lib/coalesce'
import type { HomeView } from '#lib/contracts/service/home'
import { loadRunTotals } from '#lib/engine/store/reads/run-totals'
import { defineOutsideOperation } from '../define-operation.ts'
import { assignedTo, inboxItem, openScreens } from '../screens/list-screens.ts'
import { isOpenScreen } from '../screens/screen-columns.ts'
import { historyNumbers } from './history-numbers.ts'

async function failing(tx: Tx): Promise<HomeView['failing']> {
  const { rows } = await tx.execute<{
    id: string
    slug: string
    name: string
    failed: number
    lastRunId: string
    lastAt: string
  }>(sql`
    select w.id, w.slug, w.name, count(*)::int as failed,
    (array_agg(r.id order by r.created_at desc))[1] as "lastRunId",
      to_char(max(r.finished_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastAt"
    from ${runs} r join ${workflows} w on w.id = r.workflow_id
    where r.status = 'failed' and r.finished_at > now() - interval '24 hours'
    group by w.id order by 4 desc, 6 desc limit 10`)
  return rows.map(({ id, slug, name, ...rest }) => ({ workflow: { id, slug, name }, ...rest }))
}

/** Tasks that a worker may take, including those of runs that no worker has started yet. */
async function queue(tx: Tx): Promise<HomeView['queue']> {
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
    const numbers = await inOrganization(organizationId, async (tx): Promise<Numbers> => {
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

async function screensOf(tx: Tx, actor: Actor): Promise<HomeView['screens']> {
  const mine = assignedTo(actor)
  const [counts] = await tx
    .select({
      open: sql<number>`count(*)::int`,
      mine: sql<number>`(count(*) filter (where ${tasks.claimedBy}::text = ${actor.id}))::int`,
    })
    .from(tasks)
    .where(and(isOpenScreen, mine))
  const top = await openScreens(tx, actor, { where: mine, limit: 5 })
  return {
    open: counts?.open ?? 0,
    mine: counts?.mine ?? 0,
    top: top.map((row) => inboxItem(row, actor)),
  }
}

/** The numbers of one person, shared by several windows. */
const screensFor = coalesced<Actor, HomeView['screens']>(
  async (lookers) => {
    const [actor] = lookers
    if (!actor) return []
    const screens = await inOrganization(
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
  permission: 'runs:read',
  async run({ actor }) {
    const [screens, numbers] = await Promise.all([
      screensFor(actor, `${actor.organizationId} ${actor.id}`),
      numbersOf(null, actor.organizationId),
    ])
    return { screens, ...numbers }
  },
})
