import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import { workflows } from '#db/schema/workflows'
import { can, type Actor } from '#lib/auth/actor'
import type { ScreenTarget } from '#lib/domain/access/scope'
import { itemsOfCaller, isOpenItem } from '../queue/filters.ts'
import { isOpenScreen } from '../screen-columns.ts'

/** An open screen that nobody else changes until the transaction ends. */
export type LockedScreen = {
  taskId: string
  runId: string
  /** Who has it. */
  holder: { id: string; name: string | null; at: Date | null } | null
  sender: { id: string; name: string | null } | null
  priority: number
  target: ScreenTarget
}

/** Those of these screens that are open and that the caller may do. */
export async function openItems(tx: Tx, actor: Actor, taskIds: readonly string[]) {
  const rows = await tx
    .select({
      taskId: workItems.taskId,
      runId: workItems.runId,
      stepId: workItems.stepId,
      candidates: workItems.candidates,
      workflowId: workflows.id,
      folderId: workflows.folderId,
    })
    .from(workItems)
    .innerJoin(workflows, eq(workflows.id, workItems.workflowId))
    .where(
      and(
        isOpenItem,
        itemsOfCaller(actor),
        sql`${workItems.taskId} = any(${sql.param([...taskIds])}::uuid[])`,
      ),
    )
  return rows.map(({ taskId, runId, candidates, ...place }) => {
    const target: ScreenTarget = { ...place, candidates: candidates ?? undefined }
    return { taskId, runId, target }
  })
}

/**
 * Locks those of these screens that are open and that the caller may do. They are locked in the
 * order of their ids, so that two who change many do not wait for each other for ever.
 */
export async function lockScreens(
  tx: Tx,
  actor: Actor,
  taskIds: readonly string[],
): Promise<LockedScreen[]> {
  const seen = await openItems(tx, actor, taskIds)
  if (seen.length === 0) return []
  const ids = sql.param(seen.map(({ taskId }) => taskId))
  const runIds = sql.param(seen.map(({ runId }) => runId))
  const locked = await tx
    .select({
      id: tasks.id,
      claimedBy: tasks.claimedBy,
      claimedByName: tasks.claimedByName,
      claimedAt: tasks.claimedAt,
      priority: tasks.priority,
    })
    .from(tasks)
    .where(
      and(
        sql`${tasks.id} = any(${ids}::uuid[]) and ${tasks.runId} = any(${runIds}::uuid[])`,
        isOpenScreen,
      ),
    )
    .orderBy(tasks.id)
    .for('no key update')
  // Read after the lock: who sent it changes with who has it.
  const senders = await tx
    .select({ taskId: workItems.taskId, id: workItems.senderId, name: workItems.senderName })
    .from(workItems)
    .where(sql`${workItems.taskId} = any(${ids}::uuid[]) and ${workItems.senderId} is not null`)
  const senderOf = new Map(senders.map(({ taskId, id, name }) => [taskId, { id: id ?? '', name }]))
  const taskOf = new Map(locked.map((task) => [task.id, task]))
  return seen.flatMap(({ taskId, runId, target }) => {
    const task = taskOf.get(taskId)
    if (!task) return []
    const { claimedBy, claimedByName, claimedAt, priority } = task
    return [
      {
        taskId,
        runId,
        holder: claimedBy === null ? null : { id: claimedBy, name: claimedByName, at: claimedAt },
        sender: senderOf.get(taskId) ?? null,
        priority,
        target,
      },
    ]
  })
}

/** The condition of these screens for statements on `tasks`; each month is found by its run. */
export const tasksOf = (screens: readonly Pick<LockedScreen, 'taskId' | 'runId'>[]) => {
  const ids = sql.param(screens.map(({ taskId }) => taskId))
  const runIds = sql.param(screens.map(({ runId }) => runId))
  return sql`${tasks.id} = any(${ids}::uuid[]) and ${tasks.runId} = any(${runIds}::uuid[])`
}

/** Whether somebody else has it and the caller may not take it from them. */
export const isOthers = (actor: Actor, { holder }: LockedScreen): boolean =>
  holder !== null && !isMine(actor, holder) && !can(actor, 'runs:control')

const isMine = (actor: Actor, holder: { id: string }): boolean =>
  actor.kind === 'user' && holder.id === actor.id

/** Whether the caller has it. */
export const isOwn = (actor: Actor, { holder }: LockedScreen): boolean =>
  holder !== null && isMine(actor, holder)
