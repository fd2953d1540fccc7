import { asc, eq, or } from 'drizzle-orm'
import { isUuid } from '#lib/ids'
import type { Tx } from '#db/client'
import { letterEvents, letters } from '#db/schema/letters'
import { ApiError } from '#lib/domain/api-error'

export type LetterEventRow = typeof letterEvents.$inferSelect

/**
 * A letter by its tracking id; the provider's own id is understood too. Row-level security keeps
 * other organizations' out. Throws 404.
 */
export async function getLetterOrThrow(
  tx: Tx,
  trackingId: string,
): Promise<typeof letters.$inferSelect> {
  const [letter] = await tx
    .select()
    .from(letters)
    .where(
      or(
        isUuid(trackingId) ? eq(letters.id, trackingId) : undefined,
        eq(letters.providerId, trackingId),
      ),
    )
    .limit(1)
  if (!letter) throw ApiError.notFound('letter', trackingId)
  return letter
}

/** What befell a letter, in the order of time. */
export async function eventsOf(tx: Tx, letterId: string): Promise<LetterEventRow[]> {
  return await tx
    .select()
    .from(letterEvents)
    .where(eq(letterEvents.letterId, letterId))
    .orderBy(asc(letterEvents.at), asc(letterEvents.id))
}
