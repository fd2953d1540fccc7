import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { passwordResets } from '#db/schema/factors'
import { sessions } from '#db/schema/people'
import { forgetAllFactorTries } from '#lib/auth/factors/factor-tries'
import { deletePendingSignIns } from '#lib/auth/sign-in/pending-sign-ins'

/**
 * Ends what the old password led to: the sessions of the person, except the one that is kept, and
 * sign-ins that are not complete, and links to choose another one. Answers how many sessions ended. The password has just changed, so
 * that who guessed at the second factor cannot go on: their count is forgotten.
 */
export async function endAccessByPassword(
  tx: Tx,
  userId: string,
  keptSessionId?: string | null,
): Promise<number> {
  await forgetAllFactorTries(tx, userId)
  await deletePendingSignIns(tx, userId)
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
  const others = keptSessionId ? ne(sessions.id, keptSessionId) : undefined
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), others))
    .returning({ id: sessions.id })
  return ended.length
}
