import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { sessions } from '#db/schema/people'

/** Unlocks a session and allows sensitive acts for a while: its person has shown that it is them. */
export async function markConfirmed(
  tx: Tx,
  { sessionId, userId }: { sessionId: string; userId: string },
  now: Date,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ confirmedAt: now, lastSeenAt: now, lockedAt: null })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
}
