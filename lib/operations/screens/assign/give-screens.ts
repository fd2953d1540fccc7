import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import { writeAuditEntry } from '#db/write-audit'
import type { Actor } from '#lib/auth/actor'
import type { NotificationKind } from '#lib/domain/notification/choices'
import type { CallInfo } from '../../define-operation.ts'
import { notify } from '../../notifications/notify.ts'
import type { Assignee } from './assignee.ts'
import { isOwn, tasksOf, type LockedScreen } from './lock-screens.ts'

type Given = {
  to: Pick<Assignee, 'userId' | 'name'>
  note?: string | undefined
  /** Whether it goes back to who sent it. */
  isReturn?: boolean
}

/** How many screens that are given at once are told of one by one; the inbox has the rest. */
const maxTold = 20

function kindOf(actor: Actor, screen: LockedScreen, { isReturn }: Given): NotificationKind {
  if (isReturn) return 'returned'
  return isOwn(actor, screen) ? 'handed-over' : 'assigned'
}

function actOf(actor: Actor, { to, isReturn }: Given): string {
  if (to.userId === actor.id) return 'screen.claimed'
  return isReturn ? 'screen.returned' : 'screen.assigned'
}

/**
 * Gives locked screens to a person, tells them, and writes an audit entry for each, without the
 * note. What somebody gives to themselves has no sender.
 */
export async function giveScreens(
  tx: Tx,
  actor: Actor,
  info: CallInfo,
  screens: readonly LockedScreen[],
  given: Given,
): Promise<void> {
  if (screens.length === 0) return
  const { to, note } = given
  await tx
    .update(tasks)
    .set({ claimedBy: to.userId, claimedByName: to.name, claimedAt: sql`now()` })
    .where(tasksOf(screens))
  const isForOther = to.userId !== actor.id
  if (isForOther) {
    const ids = sql.param(screens.map(({ taskId }) => taskId))
    await tx
      .update(workItems)
      .set({ senderId: actor.id, senderName: actor.name, note: note || null })
      .where(sql`${workItems.taskId} = any(${ids}::uuid[])`)
  }
  for (const screen of isForOther ? screens.slice(0, maxTold) : []) {
    const { organizationId } = actor
    const about = { runId: screen.runId, taskId: screen.taskId, kind: kindOf(actor, screen, given) }
    await notify(tx, { organizationId, userIds: [to.userId], by: actor.id, ...about })
  }
  await writeEntries(tx, actor, info, screens, (screen) => ({
    action: actOf(actor, given),
    details: {
      to: to.userId,
      toName: to.name,
      ...(screen.holder ? { from: screen.holder.id, handedOver: isOwn(actor, screen) } : {}),
      ...(note && isForOther ? { note: true } : {}),
    },
  }))
}

/** An audit entry for each screen. */
export async function writeEntries(
  tx: Tx,
  actor: Actor,
  info: CallInfo,
  screens: readonly LockedScreen[],
  entryOf: (screen: LockedScreen) => { action: string; details: Record<string, unknown> },
): Promise<void> {
  for (const screen of screens)
    await writeAuditEntry(tx, {
      organizationId: actor.organizationId,
      actor: { kind: actor.kind, id: actor.id, name: actor.name },
      objectKind: 'task',
      objectId: screen.taskId,
      requestId: info.requestId,
      ...entryOf(screen),
    })
}
