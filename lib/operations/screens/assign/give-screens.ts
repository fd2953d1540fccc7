import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import { writeAuditEntry } from '#db/write-audit'
import type { Actor } from '#lib/auth/actor'
import type { NotificationKind } from '#lib/domain/notification/choices'
import type { Away } from '../../absences/find-away.ts'
import type { CallInfo } from '../../define-operation.ts'
import { notify } from '../../notifications/notify.ts'
import type { Assignee } from './assignee.ts'
import { isOwn, tasksOf, type LockedScreen } from './lock-screens.ts'

export type Given = {
  to: Pick<Assignee, 'userId' | 'name'>
  note?: string | undefined
  /** Whether it goes back to who sent it. */
  isReturn?: boolean | undefined
  /** Who was to have it and is away. */
  insteadOf?: Away | undefined
  /** How many of the act were given in transactions before. */
  before?: number | undefined
  /** The act of which this is a part, so that it can be undone. */
  act?: string | undefined
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

/** The condition of the work items of these screens. */
const itemsOf = (screens: readonly Pick<LockedScreen, 'taskId'>[]) =>
  sql`${workItems.taskId} = any(${sql.param(screens.map(({ taskId }) => taskId))}::uuid[])`

/** What an audit entry says of who was to have a screen. */
export const detailsOf = ({ userId, name, until }: Away) => ({
  for: userId,
  forName: name,
  awayUntil: until,
})

/** The state of a screen whose step chose some people, with one more. */
export const chosenToo = (userId: string) => {
  const name = `person:${userId}`
  const chosen = sql`${tasks.state}->'candidates'`
  return sql`case when ${chosen} is null or ${chosen} ? ${name}::text then ${tasks.state}
    else jsonb_set(${tasks.state}, '{candidates}', ${chosen} || to_jsonb(${name}::text)) end`
}

/** Gives locked screens to a person, who may then do them, also in the place of somebody. */
export async function setHolder(
  tx: Tx,
  screens: readonly Pick<LockedScreen, 'taskId' | 'runId'>[],
  { to, insteadOf }: Given,
): Promise<void> {
  const holder = { claimedBy: to.userId, claimedByName: to.name, claimedAt: sql`now()` }
  await tx
    .update(tasks)
    .set(insteadOf ? { ...holder, state: chosenToo(to.userId) } : holder)
    .where(tasksOf(screens))
  if (insteadOf)
    await tx
      .update(workItems)
      .set({
        assignedForId: insteadOf.userId,
        assignedForName: insteadOf.name,
        assignedForUntil: insteadOf.until,
      })
      .where(itemsOf(screens))
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
  const { to, note, insteadOf, act, before = 0 } = given
  await setHolder(tx, screens, given)
  const isForOther = to.userId !== actor.id
  if (isForOther)
    await tx
      .update(workItems)
      .set({ senderId: actor.id, senderName: actor.name, note: note || null })
      .where(itemsOf(screens))
  for (const screen of isForOther ? screens.slice(0, Math.max(0, maxTold - before)) : []) {
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
      ...(act ? { act } : {}),
      ...(insteadOf ? detailsOf(insteadOf) : {}),
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
