import { and, eq, sql } from 'drizzle-orm'
import { runs, tasks, unwrittenTasks } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import type { Tx } from '#db/client'
import type { HomeView } from '#lib/contracts/home'
import { readBooks } from '#lib/engine/run-books'
import { defineOperation } from '../define-operation.ts'
import { forMe, inboxItem, openScreens } from '../screens/list-screens.ts'
import { isOpenScreen } from '../screens/screen-columns.ts'
import { historyNumbers } from './history-numbers.ts'

async function failing(tx: Tx): Promise<HomeView['failing']> {
  const { rows } = await tx.execute<{ id: string; slug: string; name: string; failed: number; lastRunId: string; lastAt: string }>(sql`
    select w.id, w.slug, w.name, count(*)::int as failed, (array_agg(r.id order by r.created_at desc))[1] as "lastRunId",
      to_char(max(r.finished_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastAt"
    from ${runs} r join ${workflows} w on w.id = r.workflow_id
    where r.status = 'failed' and r.finished_at > now() - interval '24 hours'
    group by w.id order by 4 desc, 6 desc limit 10`)
  return rows.map(({ id, slug, name, ...rest }) => ({ workflow: { id, slug, name }, ...rest }))
}

/** Tasks that a worker may take, those of runs that none has begun with among them. */
async function queue(tx: Tx): Promise<HomeView['queue']> {
  const waiting = (from: typeof tasks | typeof unwrittenTasks) =>
    tx
      .select({ pending: sql<number>`count(*)::int`, oldestSeconds: sql<number | null>`extract(epoch from now() - min(coalesce(${from.dueAt}, ${from.startedAt}, ${from.createdAt})))::float8` })
      .from(from)
      .where(and(eq(from.status, 'pending'), sql`(${from.dueAt} is null or ${from.dueAt} <= now())`))
  const [[written], [unwritten]] = [await waiting(tasks), await waiting(unwrittenTasks)]
  const ages = [written?.oldestSeconds ?? null, unwritten?.oldestSeconds ?? null].filter((age) => age !== null)
  return { pending: (written?.pending ?? 0) + (unwritten?.pending ?? 0), oldestSeconds: ages.length > 0 ? Math.max(...ages) : null }
}

/** The numbers of the home page, read in one transaction. */
export const getHome = defineOperation<object, HomeView>({
  name: 'getHome',
  permission: 'runs:read',
  async run({ actor, tx }) {
    const mine = forMe(actor)
    const [counts] = await tx
      .select({ open: sql<number>`count(*)::int`, mine: sql<number>`(count(*) filter (where ${tasks.claimedBy}::text = ${actor.id}))::int` })
      .from(tasks)
      .where(and(isOpenScreen, mine))
    const top = await openScreens(tx, actor, { where: mine, limit: 5 })
    return {
      screens: { open: counts?.open ?? 0, mine: counts?.mine ?? 0, top: top.map((row) => inboxItem(row, actor)) },
      failing: await failing(tx),
      ...(await historyNumbers(tx, actor.organizationId)),
      queue: await queue(tx),
      books: await readBooks(tx),
    }
  },
})
