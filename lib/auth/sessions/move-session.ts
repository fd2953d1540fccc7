import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { sessions } from '#db/schema/people'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'

type Own = { id: string; userId: string }

/**
 * Has a session go on in another organization, under a new id: whoever knew the old one, or still
 * has an answer on its way for it, does not enter with it (ASVS 7.2.4). What belongs to the session
 * follows (`sso_sessions`). Returns the new id; the caller gives the browser its cookie.
 */
export async function moveSession(
  tx: Tx,
  { id, userId }: Own,
  organizationId: string,
): Promise<string> {
  const [moved] = await tx
    .update(sessions)
    .set({ id: newId(), organizationId })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  if (moved) return moved.id
  throw new ApiError('unauthorized', 'Your session has ended. Sign in again.')
}
