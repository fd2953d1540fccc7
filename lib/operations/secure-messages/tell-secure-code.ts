import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { getRecipientFor } from './find-message.ts'
import { newCode } from './one-time-code.ts'
import { recordEvent } from './record-event.ts'
import { storeCode } from './tries.ts'

/**
 * Makes a code for the sender to read out to a recipient whose codes go by phone. It is shown once
 * and makes older ones void. Throws 404, and 409 after the end and for another way: the caller
 * would otherwise get around the question, or the mailbox, that protects the message.
 */
export const tellSecureCode = defineOperation<
  { id: string; recipientId: string },
  { code: string; expiresAt: string }
>({
  name: 'tellSecureCode',
  permission: 'secure-messages:send',
  answersSecret: true,
  audit: ({ input }) => ({
    action: 'secure-message.code-told',
    objectKind: 'secure-message',
    objectId: input.id,
    details: { recipientId: input.recipientId },
  }),
  async run({ actor, input, tx }) {
    const { message, recipient } = await getRecipientFor(tx, actor, input)
    if (recipient.codeWay !== 'phone')
      throw new ApiError(
        'conflict',
        'The codes of this recipient do not go by phone. Change the way of the code first.',
        { codeWay: recipient.codeWay },
      )
    const code = newCode()
    const expiresAt = await storeCode(tx, recipient, code)
    const { organizationId, id: messageId } = message
    await recordEvent(tx, { organizationId, messageId, recipientId: recipient.id }, 'code-told')
    return { code, expiresAt: expiresAt.toISOString() }
  },
})
