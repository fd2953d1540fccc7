import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { notificationChoices, notifications } from '#db/schema/notifications'
import { organizations } from '#db/schema/organizations'
import { members } from '#db/schema/people'
import { wholeChoices, type NotificationKind } from '#lib/domain/notification/choices'
import { afterQuietHours, mailTime } from '#lib/domain/notification/when'
import { newId } from '#lib/ids'

type Told = {
  organizationId: string
  userIds: readonly string[]
  kind: NotificationKind
  /** The run that it is about; else a draft, a step of it, or an absence. */
  runId?: string
  /** The screen that it is about. */
  taskId?: string
  step?: { workflowId: string; stepId: string }
  /** The workflow whose draft it is about. */
  draftOf?: string
  absenceId?: string
  /** Who did it, who need not be told. */
  by?: string | null
}

/**
 * Tells people of something, in the caller's transaction, each in the ways that they chose. Leaves
 * out who did it, who is no member (any more), and who has not read the last one of this kind about
 * the same. The caller names only people who see the run, the draft or the absence. It works as web
 * server and as worker.
 */
export async function notify(tx: Tx, told: Told): Promise<void> {
  const { organizationId, kind, runId = null, taskId = null, step, by } = told
  const userIds = [...new Set(told.userIds)].filter((id) => id !== by)
  if (userIds.length === 0) return
  const people = await tx
    .select({
      userId: members.userId,
      choices: notificationChoices.choices,
      timeZone: organizations.timeZone,
    })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .leftJoin(
      notificationChoices,
      and(
        eq(notificationChoices.organizationId, members.organizationId),
        eq(notificationChoices.userId, members.userId),
      ),
    )
    .where(
      and(
        eq(members.organizationId, organizationId),
        inArray(members.userId, userIds),
        isNull(members.disabledAt),
      ),
    )
  const now = new Date()
  const rows = people.flatMap(({ userId, choices, timeZone }) => {
    const chosen = wholeChoices(choices)
    const { inProduct, push, mail } = chosen.kinds[kind]
    if (!inProduct && !push && mail === 'none') return []
    const id = newId()
    return {
      id,
      organizationId,
      userId,
      kind,
      runId,
      taskId,
      workflowId: step?.workflowId ?? told.draftOf ?? null,
      stepId: step?.stepId ?? null,
      absenceId: told.absenceId ?? null,
      inProduct,
      createdAt: now,
      mailAt: mailTime(chosen, mail, {
        now,
        timeZone,
      }),
      pushAt: push ? afterQuietHours(chosen.quietHours, now, timeZone) : null,
    }
  })
  // The index of unread notifications refuses a second one.
  if (rows.length > 0) await tx.insert(notifications).values(rows).onConflictDoNothing()
}
