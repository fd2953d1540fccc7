import { and, eq, gte, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { notifications } from '#db/schema/notifications'
import { screenDrafts } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { isOwn, type LockedScreen } from './lock-screens.ts'

/** The `claim.at` that a caller knows; null: nobody had it; undefined: it does not matter. */
type Known = string | null | undefined

const changed = (message: string): ApiError =>
  new ApiError('conflict', `${message} Nothing was changed.`)

/**
 * Throws 409 when somebody else has a locked screen, or has begun to work on it, since the caller
 * looked.
 */
export async function requireUnchanged(
  tx: Tx,
  actor: Actor,
  screen: LockedScreen,
  known: Known,
): Promise<void> {
  if (known === undefined) return
  const { holder, taskId } = screen
  const knownTime = known === null ? undefined : new Date(known).getTime()
  if (holder?.at?.getTime() !== knownTime)
    throw changed(
      holder ? `${holder.name ?? 'Somebody'} has this screen now.` : 'Nobody has this screen now.',
    )
  if (!holder?.at || isOwn(actor, screen)) return
  const [begun] = await tx
    .select({ id: screenDrafts.taskId })
    .from(screenDrafts)
    .where(
      and(
        eq(screenDrafts.taskId, taskId),
        eq(screenDrafts.userId, holder.id),
        gte(screenDrafts.savedAt, holder.at),
      ),
    )
  if (begun) throw changed(`${holder.name ?? 'Somebody'} has begun to work on this screen.`)
}

/**
 * Whether the caller takes back what they just gave to somebody who has not begun, as
 * `requireUnchanged` found.
 */
export const isTakingBack = (actor: Actor, { sender }: LockedScreen, known: Known): boolean =>
  typeof known === 'string' && actor.kind === 'user' && sender?.id === actor.id

/** Takes back what people were told and have not read: it is not so any more. */
export async function untell(tx: Tx, ...screens: LockedScreen[]): Promise<void> {
  const held = screens.filter(({ holder }) => holder !== null)
  if (held.length === 0) return
  await tx.delete(notifications).where(
    and(
      inArray(
        notifications.taskId,
        held.map(({ taskId }) => taskId),
      ),
      inArray(notifications.userId, [...new Set(held.map(({ holder }) => holder?.id ?? ''))]),
      inArray(notifications.kind, ['assigned', 'handed-over']),
      isNull(notifications.readAt),
    ),
  )
}
