import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { passkeyChallenges } from '#db/schema/factors'
import { newId } from '#lib/ids'

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
