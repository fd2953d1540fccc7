import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import type { Actor } from '#lib/auth/actor'
import { dayWords } from '#lib/domain/absence/day-words'
import { ApiError } from '#lib/domain/api-error'
import type { InboxFilters } from '#lib/domain/run/inbox-filters'
import type { InboxSort, SortDirection } from '#lib/domain/run/inbox-words'
import { findAway } from '../absences/find-away.ts'
import { defineOperation } from '../define-operation.ts'
import { ofCallerOrNobody, wantedBy } from './queue/filters.ts'
import { findItems, type ItemRow as Row } from './queue/find-items.ts'
import { mineFirst, orderOf, urgency } from './queue/order.ts'
import { isOpenScreen } from './screen-columns.ts'
import { tellingWatchers } from './tell-watchers.ts'

type Wanted = InboxFilters & {
  sort?: InboxSort | undefined
  direction?: SortDirection | undefined
  /** Screens that the caller does not want now. */
  except?: string[] | undefined
}
type Next = { screen: { taskId: string; title: string } | null }

/** How many screens are looked at in one step, so that people who ask at once find one each. */
const looked = 20

/**
 * Claims the first of these screens that nobody has. One that another transaction is about to claim
 * is passed over, so that nobody waits and no two get the same.
 */
async function claimFirst(tx: Tx, actor: Actor, rows: Row[]): Promise<Row | undefined> {
  const ids = sql.param(rows.map(({ taskId }) => taskId))
  const runIds = sql.param(rows.map(({ runId }) => runId))
  const among = sql`${tasks.id} = any(${ids}::uuid[]) and ${tasks.runId} = any(${runIds}::uuid[])`
  const [free] = await tx
    .select({ id: tasks.id, runId: tasks.runId })
    .from(tasks)
    .where(and(among, isOpenScreen, isNull(tasks.claimedBy)))
    .orderBy(sql`array_position(${ids}::uuid[], ${tasks.id})`)
    .limit(1)
    .for('update', { skipLocked: true })
  if (!free) return undefined
  await tx
    .update(tasks)
    .set({ claimedBy: actor.id, claimedByName: actor.name, claimedAt: sql`now()` })
    .where(and(eq(tasks.id, free.id), eq(tasks.runId, free.runId)))
  return rows.find(({ taskId }) => taskId === free.id)
}

/** What somebody put off is not the next thing to do. */
const notPutOff = sql`(${workItems.followUpAt} is null or ${workItems.followUpAt} <= now())`

const claimNext = defineOperation<Wanted, Next>({
  name: 'claimNextScreen',
  permission: 'screens:work',
  audit: ({ output: { screen } }) =>
    screen
      ? {
          action: 'screen.claimed',
          objectKind: 'task',
          objectId: screen.taskId,
          details: { next: true },
        }
      : undefined,
  async run({ actor, input: { except = [], sort, direction, ...filters }, tx }) {
    if (actor.kind !== 'user')
      throw new ApiError('forbidden', 'Only a person can claim a screen; a system completes it.')
    const away = (await findAway(tx, actor.organizationId, [actor.id])).get(actor.id)
    if (away)
      throw new ApiError(
        'conflict',
        `You are away until ${dayWords(away.until)}, so no case comes to you. Say first that you are back ` +
          '(Settings, Absence).',
        { until: away.until },
      )
    const wanted = await wantedBy(tx, actor, filters)
    const order = sort && orderOf(sort, direction)
    const passed = [...except]
    for (;;) {
      const rows = await findItems(tx, actor, {
        where: and(
          wanted.where,
          ofCallerOrNobody(actor),
          notPutOff,
          sql`not ${workItems.taskId} = any(${sql.param(passed)}::uuid[])`,
        ),
        needsCase: wanted.needsCase || order?.needsCase === true,
        by: order ? [mineFirst(actor), ...order.by] : urgency(actor),
        limit: looked,
      })
      const [first] = rows
      if (!first) return { screen: null }
      const found = first.claimedBy === actor.id ? first : await claimFirst(tx, actor, rows)
      if (found) return { screen: { taskId: found.taskId, title: found.title } }
      passed.push(...rows.map(({ taskId }) => taskId))
    }
  },
})

/**
 * Gives the caller the next screen of those that match: one that they have already, or the first
 * that nobody has, which is claimed for them in the same transaction. In the order of the list that
 * they look at, else what is overdue first, then the urgent, the old. Null when there is none.
 */
export const claimNextScreen = tellingWatchers(claimNext, (_input, { screen }) => screen?.taskId)
