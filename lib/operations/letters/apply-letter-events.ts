import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { letterEvents, letters } from '#db/schema/letters'
import {
  isFinalLetterStatus,
  letterEventTypes,
  type LetterStatus,
} from '#lib/domain/provider/letter-words'
import { newId } from '#lib/ids'
import type { ProviderLetter } from '#lib/integrations/letters/port'
import { endLetterResult } from './letter-result.ts'

type Event = Pick<typeof letterEvents.$inferSelect, 'type' | 'at'>

/**
 * Events may arrive in any order. The newest counts; at the same instant the one with more
 * progress. A late scan does not undo a final status.
 */
function statusOf(events: Event[]): LetterStatus | undefined {
  const ends = events.filter(({ type }) => isFinalLetterStatus(type))
  const rank = ({ type }: Event) => letterEventTypes.indexOf(type)
  return (ends.length > 0 ? ends : events).toSorted(
    (one, other) => other.at.getTime() - one.at.getTime() || rank(other) - rank(one),
  )[0]?.type
}

/**
 * Writes the events of a letter that a provider sent; a repeated event changes nothing. With the
 * last one the wait of a step ends. Answers the letter's status.
 */
export async function applyLetterEvents(
  tx: Tx,
  letter: { id: string; organizationId: string },
  news: ProviderLetter,
): Promise<LetterStatus> {
  const { id: letterId, organizationId } = letter
  // One at a time: else two would miss each other's event when they decide on the status.
  const [before] = await tx
    .select({ status: letters.status })
    .from(letters)
    .where(eq(letters.id, letterId))
    .for('update')
  if (!before) throw new Error('the letter is no longer there')
  if (news.events.length > 0)
    await tx
      .insert(letterEvents)
      .values(news.events.map((event) => ({ id: newId(), organizationId, letterId, ...event })))
      .onConflictDoNothing()
  const events = await tx
    .select({ type: letterEvents.type, at: letterEvents.at })
    .from(letterEvents)
    .where(eq(letterEvents.letterId, letterId))
  const status = statusOf(events) ?? 'created'
  const isFinal = isFinalLetterStatus(status)
  const [after] = await tx
    .update(letters)
    .set({
      status,
      providerId: news.providerId,
      trackingNumber: sql`coalesce(${news.trackingNumber}, ${letters.trackingNumber})`,
      expectedDeliveryDate: sql`coalesce(${news.expectedDeliveryDate}::date,
        ${letters.expectedDeliveryDate})`,
      // Also for a letter of a process that knew no tracking by workers.
      nextLookAt: isFinal ? null : sql`coalesce(${letters.nextLookAt}, now())`,
      ...(status === before.status ? {} : { looks: 0 }),
    })
    .where(eq(letters.id, letterId))
    .returning()
  if (after && isFinal) await endLetterResult(tx, after)
  return status
}
