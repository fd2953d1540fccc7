import { and, eq, or, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { secureMessageRecipients, secureMessages } from '#db/schema/secure-messages'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { ofVisibleRuns } from '../access/access-sql.ts'

export type Message = typeof secureMessages.$inferSelect
export type Recipient = typeof secureMessageRecipients.$inferSelect

/** The messages of runs that the caller sees, those of no run, and their own. */
export function visibleMessages(actor: Actor): SQL | undefined {
  const ofRuns = ofVisibleRuns(actor, secureMessages.runId)
  return ofRuns && or(ofRuns, eq(secureMessages.createdById, actor.personId ?? actor.id))
}

/**
 * A message that the caller may see. With `lock` nobody else changes it until the transaction ends.
 * Throws 404.
 */
export async function getMessageFor(
  tx: Tx,
  actor: Actor,
  id: string,
  { lock = false } = {},
): Promise<Message> {
  const query = tx
    .select()
    .from(secureMessages)
    .where(and(eq(secureMessages.id, id), visibleMessages(actor)))
  const [message] = lock ? await query.for('update', { of: secureMessages }) : await query
  if (!message) throw ApiError.notFound('secure message', id)
  return message
}

/** Locks a message that the caller found before. */
export async function lockMessage(tx: Tx, id: string): Promise<Message> {
  const [message] = await tx
    .select()
    .from(secureMessages)
    .where(eq(secureMessages.id, id))
    .for('update')
  if (!message) throw ApiError.notFound('secure message', id)
  return message
}

export const hasEnded = ({ endedAt, expiresAt }: Message, now = new Date()): boolean =>
  endedAt !== null || expiresAt <= now

/** A recipient of a message that the caller may see and that has not ended. Throws 404 and 409. */
export async function getRecipientFor(
  tx: Tx,
  actor: Actor,
  { id, recipientId }: { id: string; recipientId: string },
): Promise<{ message: Message; recipient: Recipient }> {
  const message = await getMessageFor(tx, actor, id, { lock: true })
  const [recipient] = await tx
    .select()
    .from(secureMessageRecipients)
    .where(
      and(
        eq(secureMessageRecipients.id, recipientId),
        eq(secureMessageRecipients.messageId, message.id),
      ),
    )
  if (!recipient) throw ApiError.notFound('recipient', recipientId)
  if (hasEnded(message))
    throw new ApiError('conflict', 'This message has ended. Send a new one.', { id })
  return { message, recipient }
}
