import { eq, sql } from 'drizzle-orm'
import {
  secureMessageCodes,
  secureMessageReadings,
  secureMessageRecipients,
} from '#db/schema/secure-messages'
import { defineOperation } from '../define-operation.ts'
import { getRecipientFor } from './find-message.ts'
import { newToken } from './links.ts'
import { mailLink } from './message-mails.ts'
import { recordEvent } from './record-event.ts'

/**
 * Mails a recipient a new link. The old one, its codes and the browsers that it was read in are
 * void, and wrong codes before it no longer count towards the limit of the message's life (those of
 * the last hour still do). Throws 404, and 409 after the end.
 */
export const renewSecureLink = defineOperation<{ id: string; recipientId: string }, void>({
  name: 'renewSecureLink',
  permission: 'secure-messages:send',
  audit: ({ input }) => ({
    action: 'secure-message.renewed',
    objectKind: 'secure-message',
    objectId: input.id,
    details: { recipientId: input.recipientId },
  }),
  async run({ actor, input, tx }) {
    const { message, recipient } = await getRecipientFor(tx, actor, input)
    const { organizationId, expiresAt } = message
    const { id, email, codeWay } = recipient
    const { token, tokenHash } = newToken()
    const mailId = await mailLink(tx, organizationId, { email, codeWay, token, expiresAt })
    await tx
      .update(secureMessageRecipients)
      .set({ tokenHash, linkedAt: sql`now()`, mailId })
      .where(eq(secureMessageRecipients.id, id))
    await tx.delete(secureMessageCodes).where(eq(secureMessageCodes.recipientId, id))
    await tx.delete(secureMessageReadings).where(eq(secureMessageReadings.recipientId, id))
    await recordEvent(tx, { organizationId, messageId: message.id, recipientId: id }, 'renewed')
  },
})
