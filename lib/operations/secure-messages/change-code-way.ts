import { eq } from 'drizzle-orm'
import { secureMessageCodes, secureMessageRecipients } from '#db/schema/secure-messages'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { NewRecipient } from '#lib/domain/secure-message'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { hashAnswer, requireWay, secretsOf } from './create-message.ts'
import { getRecipientFor } from './find-message.ts'
import { loadMessageKey, sealPart } from './message-key.ts'
import { recordEvent } from './record-event.ts'

const permission = 'secure-messages:send'
type Input = { id: string; recipientId: string } & Omit<NewRecipient, 'email'>

const change = defineOperation<Input & { answerHash: string | null }, void>({
  name: 'changeSecureCodeWay',
  permission,
  audit: ({ input }) => ({
    action: 'secure-message.code-way-changed',
    objectKind: 'secure-message',
    objectId: input.id,
    details: { recipientId: input.recipientId, codeWay: input.codeWay },
  }),
  async run({ actor, input, tx }) {
    const { codeWay, answerHash } = input
    const { message, recipient } = await getRecipientFor(tx, actor, input)
    const key = await loadMessageKey(tx, message.id)
    await requireWay(tx, input)
    if (!key) throw new Error('an open message has no key')
    const sealed = sealPart(key, `recipient:${recipient.id}`, secretsOf(input))
    const { organizationId } = message
    await tx
      .update(secureMessageRecipients)
      .set({ codeWay, answerHash, sealed })
      .where(eq(secureMessageRecipients.id, recipient.id))
    // A code of the old way must not open what the new one protects.
    await tx.delete(secureMessageCodes).where(eq(secureMessageCodes.recipientId, recipient.id))
    const of = { organizationId, messageId: message.id, recipientId: recipient.id }
    await recordEvent(tx, of, 'way-changed')
  },
})

async function changeWay(actor: Actor, input: Input, info: CallInfo = {}): Promise<void> {
  requirePermission(actor, permission)
  const { codeWay, answer } = input
  const answerHash = await hashAnswer(codeWay === 'question' ? answer : undefined, 'answer')
  await change(actor, { ...input, answerHash }, info)
}

/** Changes how the code gets to a recipient. Throws 404, and 409 after the end. */
export const changeSecureCodeWay = asOperation({ name: change.keyScope, permission }, changeWay)
