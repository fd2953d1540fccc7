import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import { writeAuditEntry } from '#db/write-audit'
import type { PastAction, PlannedAction } from '#lib/domain/run/planned-action'
import { isOpenScreen } from '../screens/screen-columns.ts'

export type WorkItem = typeof workItems.$inferSelect

/**
 * Locks an open screen for what is due, unless somebody else changes it now. The task comes first,
 * as in every transaction that changes it; its item is then what it was before no other change.
 */
export async function lockDueItem(
  tx: Tx,
  { taskId, runId }: { taskId: string; runId: string },
): Promise<WorkItem | undefined> {
  const [task] = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, taskId), eq(tasks.runId, runId), isOpenScreen))
    .for('no key update', { skipLocked: true })
  if (!task) return undefined
  const [item] = await tx
    .select()
    .from(workItems)
    .where(
      and(
        eq(workItems.taskId, taskId),
        isNull(workItems.closedAt),
        lte(workItems.nextActionAt, sql`now()`),
      ),
    )
    .for('no key update')
  return item
}

/** Replaces the first planned action of a locked item. */
export async function setActions(
  tx: Tx,
  { taskId }: WorkItem,
  actions: PlannedAction[],
  past?: PastAction[],
): Promise<void> {
  const [next] = actions
  await tx
    .update(workItems)
    .set({
      actions,
      nextActionAt: next ? new Date(next.at) : null,
      ...(past ? { pastActions: past } : {}),
    })
    .where(eq(workItems.taskId, taskId))
}

export type Happened = Omit<PastAction, 'at' | 'happenedAt' | 'do' | 'when'>

const acts: Record<PastAction['outcome'], string> = {
  done: 'screen.escalated',
  dropped: 'screen.escalation_dropped',
  failed: 'screen.escalation_failed',
}

function actOf({ do: act, when }: PlannedAction, outcome: PastAction['outcome']): string {
  if (outcome !== 'done') return acts[outcome]
  if (act === 'remind') return 'screen.reminded'
  return when === 'opening' ? 'screen.assigned' : acts.done
}

/** Writes what became of the first planned action of a locked item, also into the audit log. */
export async function settleFirst(tx: Tx, item: WorkItem, happened: Happened): Promise<void> {
  const [action, ...rest] = item.actions
  if (!action) return
  const { at, when = 'after-opening' } = action
  const happenedAt = new Date().toISOString()
  const past: PastAction = { at, happenedAt, do: action.do, when, ...happened }
  await setActions(tx, item, rest, [...item.pastActions, past])
  const { told, priority, runId, person } = happened
  await writeAuditEntry(tx, {
    organizationId: item.organizationId,
    actor: { kind: 'engine', id: 'deadlines', name: 'Rounds' },
    action: actOf(action, happened.outcome),
    objectKind: 'task',
    objectId: item.taskId,
    details: {
      runId: item.runId,
      do: action.do,
      when,
      told,
      priority,
      startedRunId: runId,
      toName: person,
    },
  })
}
