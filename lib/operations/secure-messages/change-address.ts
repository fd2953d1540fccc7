import { eq } from 'drizzle-orm'
import { secureMessageRecipients } from '#db/schema/secure-messages'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { getRecipientFor } from './find-message.ts'
import { recordEvent } from './record-event.ts'
import { sendNewLink } from './send-new-link.ts'

type Input = { id: string; recipientId: string; email: string }

/**
 * Corrects the address of a recipient and mails the link there; the link that went to the old one,
 * its codes and the browsers that it was opened in are void. Throws 404, and 409 after the end and
 * once the recipient has read the message: then somebody has it, and another person needs a message
 * of their own.
 */
export const changeSecureAddress = defineOperation<Input, void>({
  name: 'changeSecureAddress',
  permission: 'secure-messages:send',
  audit: ({ input }) => ({
    action: 'secure-message.address-changed',
    objectKind: 'secure-message',
    objectId: input.id,
    details: { recipientId: input.recipientId },
  }),
  async run({ actor, input, tx }) {
    const { message, recipient } = await getRecipientFor(tx, actor, input)
    const { organizationId, id: messageId } = message
    if (recipient.readAt !== null)
      throw new ApiError(
        'conflict',
        'This recipient has read the message already. Send a new message to the other address.',
      )
    const { email } = input
    await tx
      .update(secureMessageRecipients)
      .set({ email, openedAt: null })
      .where(eq(secureMessageRecipients.id, recipient.id))
    await sendNewLink(tx, message, { ...recipient, email })
    const of = { organizationId, messageId, recipientId: recipient.id }
    await recordEvent(tx, of, 'address-changed')
  },
})
