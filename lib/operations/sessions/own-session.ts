import type { Actor } from '#lib/auth/actor'
import { findWaysToConfirm } from '#lib/auth/confirm-identity'
import { liveSession, type LiveSession } from '#lib/auth/session-actor'
import { isRecent } from '#lib/auth/sessions/require-recent-confirmation'
import { endOf } from '#lib/auth/sessions/session-state'
import type { OwnSession } from '#lib/contracts/organization/own-session'
import { ApiError } from '#lib/domain/api-error'

/** The session of the caller. Throws 403 for keys, 401 when it has just ended. */
export async function requireSession(actor: Actor, now: Date): Promise<LiveSession> {
  if (actor.kind !== 'user' || actor.sessionId === null)
    throw new ApiError('forbidden', 'Only a person who is signed in has a session.')
  const session = await liveSession(actor.sessionId, now)
  if (!session) throw new ApiError('unauthorized', 'Your session has ended. Sign in again.')
  return session
}

/** The session as it is answered. */
export async function ownSessionView(
  { actor, state, times, confirmedAt }: LiveSession,
  now: Date,
): Promise<OwnSession> {
  return {
    personId: actor.id,
    name: actor.name,
    locked: state === 'locked',
    idleMinutes: times.idleMinutes,
    idleForSeconds: Math.max(0, Math.floor((now.getTime() - times.lastSeenAt.getTime()) / 1000)),
    endsAt: endOf(times).toISOString(),
    confirmed: isRecent(confirmedAt, now),
    confirmBy: await findWaysToConfirm(actor),
  }
}
