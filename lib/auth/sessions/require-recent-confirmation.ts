import { and, eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { sessions } from '#db/schema/people'
import { ApiError } from '#lib/domain/api-error'
import { confirmationMinutes } from '#lib/domain/session-limits'
import type { Actor } from '../actor.ts'

/** Whether a confirmation still counts. */
export const isRecent = (confirmedAt: Date | null, now: Date): boolean =>
  confirmedAt !== null && confirmedAt.getTime() > now.getTime() - confirmationMinutes * 60_000

/**
 * Throws 403 `confirmation_required` unless the person gave their password or a factor within the
 * last ten minutes; signing in counts. Our pages then ask for it and repeat the call. Keys are not
 * asked: what a key may do is what its permissions say (docs/decisions, `sessions-lock-and-end`).
 */
export async function requireRecentConfirmation(actor: Actor, now = new Date()): Promise<void> {
  if (actor.kind === 'api-key') return
  const [session] = actor.sessionId
    ? await authDb()
        .select({ confirmedAt: sessions.confirmedAt })
        .from(sessions)
        .where(and(eq(sessions.id, actor.sessionId), eq(sessions.userId, actor.id)))
    : []
  if (session && isRecent(session.confirmedAt, now)) return
  throw new ApiError(
    'confirmation_required',
    'Confirm that it is you: give your password or a factor, and send this again.',
    { minutes: confirmationMinutes },
  )
}
