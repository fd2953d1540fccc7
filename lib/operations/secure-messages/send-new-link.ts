import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import {
  secureMessageCodes,
  secureMessageReadings,
  secureMessageRecipients,
} from '#db/schema/secure-messages'
import type { Message, Recipient } from './find-message.ts'
import { newToken } from './links.ts'
import { mailLink } from './message-mails.ts'

/**
 * Mails a recipient a new link. The old one, its codes and the browsers that it was read in are
 * void, and wrong codes before it no longer count towards the limit of the message's life (those of
 * the last hour still do).
 */
export async function sendNewLink(
  tx: Tx,
  { organizationId, expiresAt }: Message,
  { id, email, codeWay }: Recipient,
): Promise<void> {
  const { token, tokenHash } = newToken()
  const mailId = await mailLink(tx, organizationId, { email, codeWay, token, expiresAt })
  await tx
    .update(secureMessageRecipients)
    .set({ tokenHash, linkedAt: sql`now()`, mailId })
    .where(eq(secureMessageRecipients.id, id))
  await tx.delete(secureMessageCodes).where(eq(secureMessageCodes.recipientId, id))
  await tx.delete(secureMessageReadings).where(eq(secureMessageReadings.recipientId, id))
}
