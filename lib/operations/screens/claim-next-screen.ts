import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { assignedTo, openScreens } from './list-screens.ts'
import { isOpenScreen } from './screen-columns.ts'

type Wanted = {
  workflow?: string | undefined
  q?: string | undefined
  except?: string[] | undefined
}
type Next = { screen: { taskId: string; title: string } | null }
type Row = Awaited<ReturnType<typeof openScreens>>[number]

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

/**
 * Gives the caller the first screen of their inbox: one that they have claimed already, or the
 * first that nobody has, which is claimed for them in the same transaction. Null when there is
 * none, without those of `except`.
 */
export const claimNextScreen = defineOperation<Wanted, Next>({
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
  async run({ actor, input, tx }) {
    if (actor.kind !== 'user')
      throw new ApiError('forbidden', 'Only a person can claim a screen; a system completes it.')
    const workflow = input.workflow ? await getWorkflowFor(tx, actor, input.workflow) : undefined
    const passed = [...(input.except ?? [])]
    for (;;) {
      const others = sql`not ${tasks.id} = any(${sql.param(passed)}::uuid[])`
      const rows = await openScreens(tx, actor, {
        where: and(assignedTo(actor), others),
        workflowId: workflow?.id,
        q: input.q,
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
