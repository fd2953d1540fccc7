import { defineOperation } from '../define-operation.ts'
import { getRecipientFor } from './find-message.ts'
import { recordEvent } from './record-event.ts'
import { sendNewLink } from './send-new-link.ts'

/** Mails a recipient a new link, by the rules of `sendNewLink`. Throws 404, and 409 after the end. */
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
    await sendNewLink(tx, message, recipient)
    const { organizationId, id: messageId } = message
    await recordEvent(tx, { organizationId, messageId, recipientId: recipient.id }, 'renewed')
  },
})
