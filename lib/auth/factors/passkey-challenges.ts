import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { passkeyChallenges } from '#db/schema/factors'
import { isUuid, newId } from '#lib/ids'

/** How long a person may look for their key. */
const lifeSeconds = 5 * 60

type Purpose = typeof passkeyChallenges.$inferSelect.purpose
/** For which act a challenge is, and for whom; nobody yet at a sign-in without a name. */
export type ChallengeFor = { purpose: Purpose; userId: string | null }

/** Stores a challenge and answers its id. Also deletes expired ones. */
export async function storeChallenge(
  { purpose, userId }: ChallengeFor,
  challenge: string,
): Promise<string> {
  const id = newId()
  await authDb()
    .delete(passkeyChallenges)
    .where(lt(passkeyChallenges.expiresAt, sql`now()`))
  await authDb()
    .insert(passkeyChallenges)
    .values({
      id,
      purpose,
      userId,
      challenge,
      expiresAt: sql`now() + ${lifeSeconds} * interval '1 s'`,
    })
  return id
}

/**
 * Keeps a challenge that another cell has made and given away, when it is not here. Only who
 * answers it at once can use it.
 */
export async function keepChallenge(id: string, challenge: string): Promise<void> {
  await authDb()
    .insert(passkeyChallenges)
    .values({
      id,
      purpose: 'sign-in',
      userId: null,
      challenge,
      expiresAt: sql`now() + interval '1 minute'`,
    })
    .onConflictDoNothing()
}

/** Whether it is here, used by nobody. */
export async function hasChallenge(id: string): Promise<boolean> {
  const found = await authDb()
    .select({ id: passkeyChallenges.id })
    .from(passkeyChallenges)
    .where(eq(passkeyChallenges.id, id))
  return found.length > 0
}

/** Gives a challenge of a sign-in without a name to another cell, once. */
export const giveChallenge = async (id: string): Promise<string | undefined> =>
  isUuid(id) ? await takeChallenge(id, { purpose: 'sign-in', userId: null }) : undefined

/** Takes a challenge, once. Undefined when it was used, expired, or made for something else. */
export async function takeChallenge(
  id: string,
  { purpose, userId }: ChallengeFor,
): Promise<string | undefined> {
  const whose = userId ? eq(passkeyChallenges.userId, userId) : isNull(passkeyChallenges.userId)
  const [taken] = await authDb()
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.id, id),
        eq(passkeyChallenges.purpose, purpose),
        whose,
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge })
  return taken?.challenge
}
