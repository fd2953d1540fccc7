import { asc, eq, or } from 'drizzle-orm'
import { isUuid } from '#lib/ids'
import type { Tx } from '#db/client'
import { letterEvents, letters } from '#db/schema/letters'
import { ApiError } from '#lib/domain/api-error'

export type LetterEventRow = typeof letterEvents.$inferSelect

/**
 * Gets a letter by its tracking id or the provider's id. Row-level security excludes letters of
 * other organizations. Throws 404.
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

/** Lists the events of a letter in the order of time. */
export async function loadLetterEvents(tx: Tx, letterId: string): Promise<LetterEventRow[]> {
  return await tx
    .select()
    .from(letterEvents)
    .where(eq(letterEvents.letterId, letterId))
    .orderBy(asc(letterEvents.at), asc(letterEvents.id))
}
