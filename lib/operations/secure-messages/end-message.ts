import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import {
  secureMessageCodes,
  secureMessageFiles,
  secureMessageKeys,
  secureMessageReadings,
  secureMessageRecipients,
  secureMessageReplies,
  secureMessages,
} from '#db/schema/secure-messages'
import { staysInCell } from '#db/goes-on-here'
import { removeFile } from '#lib/documents/file-store'
import type { EndReason } from '#lib/domain/secure-message-words'
import { log } from '#lib/log'
import type { Message } from './find-message.ts'
import { recordEvent } from './record-event.ts'
import { failWaiting } from './waiting.ts'

/**
 * Ends a message that is locked in this transaction: its key, content, answers, codes and replies
 * are gone when it commits. Then call `removeEnded` with the answered keys of the file store.
 * Answers none for a message that has ended before.
 */
export async function endMessage(tx: Tx, message: Message, reason: EndReason): Promise<string[]> {
  const { id, organizationId } = message
  if (message.endedAt !== null) return []
  await tx
    .update(secureMessages)
    .set({ sealed: null, endedAt: sql`now()`, endReason: reason })
    .where(eq(secureMessages.id, id))
  await tx.delete(secureMessageKeys).where(eq(secureMessageKeys.messageId, id))
  const recipients = await tx
    .update(secureMessageRecipients)
    .set({ sealed: null, answerHash: null })
    .where(eq(secureMessageRecipients.messageId, id))
    .returning({ id: secureMessageRecipients.id })
  const recipientIds = recipients.map((recipient) => recipient.id)
  await tx.delete(secureMessageCodes).where(inArray(secureMessageCodes.recipientId, recipientIds))
  await tx
    .delete(secureMessageReadings)
    .where(inArray(secureMessageReadings.recipientId, recipientIds))
  await tx
    .update(secureMessageReplies)
    .set({ sealed: null })
    .where(eq(secureMessageReplies.messageId, id))
  const files = await tx
    .select({ storageKey: secureMessageFiles.storageKey })
    .from(secureMessageFiles)
    .where(eq(secureMessageFiles.messageId, id))
  await tx
    .update(secureMessageFiles)
    .set({ sealed: null, storageKey: null })
    .where(eq(secureMessageFiles.messageId, id))
  await recordEvent(tx, { organizationId, messageId: id }, reason)
  await failWaiting(tx, message, reason)
  return files.flatMap(({ storageKey }) => storageKey ?? [])
}

/**
 * Deletes the bytes of an ended message, after the transaction is committed. What cannot be deleted
 * cannot be read either, and the sweep of the file store takes it.
 */
export async function removeEnded(storageKeys: readonly string[]): Promise<void> {
  for (const key of storageKeys)
    await removeFile(key).catch((error: unknown) =>
      log.warn({ error }, 'a file of an ended secure message could not be removed'),
    )
}

/** Deletes uploads of recipients that no reply named within a day. Answers their keys. */
export async function takeUnsent(tx: Tx): Promise<string[]> {
  const gone = await tx
    .delete(secureMessageFiles)
    .where(
      and(
        sql`${secureMessageFiles.recipientId} is not null`,
        isNull(secureMessageFiles.replyId),
        sql`${secureMessageFiles.storageKey} is not null`,
        sql`${secureMessageFiles.createdAt} < now() - interval '1 day'`,
        staysInCell,
      ),
    )
    .returning({ storageKey: secureMessageFiles.storageKey })
  return gone.flatMap(({ storageKey }) => storageKey ?? [])
}
