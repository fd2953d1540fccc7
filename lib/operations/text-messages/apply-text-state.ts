import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { textMessages } from '#db/schema/text-messages'
import {
  isFinalTextStatus,
  textMessageStatuses,
  type TextMessageStatus,
} from '#lib/domain/provider/text-message'
import type { ProviderText } from '#lib/integrations/sms/port'

export type TextMessageRow = typeof textMessages.$inferSelect

/** Whether a report leads further: reports may arrive twice and in any order. */
const leadsFurther = (now: TextMessageStatus, next: TextMessageStatus): boolean =>
  now === 'not_sent' ||
  (!isFinalTextStatus(now) && textMessageStatuses.indexOf(next) > textMessageStatuses.indexOf(now))

/**
 * Writes what a provider says of a message; what is older than the known state changes nothing.
 * Answers the message, undefined when there is none or the report is about another one: a repeated
 * call may have sent a second message, and the first one counts.
 */
export async function applyTextState(
  tx: Tx,
  id: string,
  news: ProviderText,
): Promise<TextMessageRow | undefined> {
  const [before] = await tx.select().from(textMessages).where(eq(textMessages.id, id)).for('update')
  if (!before || (before.providerId !== null && before.providerId !== news.providerId))
    return undefined
  const { providerId, segments, errorCode } = news
  const failure = errorCode && {
    code: errorCode,
    message: `The provider says that the message was not delivered (${errorCode}).`,
  }
  const [after] = await tx
    .update(textMessages)
    .set({
      providerId,
      segments: sql`coalesce(${segments}, ${textMessages.segments})`,
      attemptUntil: null,
      ...(leadsFurther(before.status, news.status)
        ? { status: news.status, failure: failure || null }
        : {}),
    })
    .where(eq(textMessages.id, id))
    .returning()
  return after
}
