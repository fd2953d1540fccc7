import { eq, sql } from 'drizzle-orm'
import { secureMessageRecipients } from '#db/schema/secure-messages'
import type { Actor } from '#lib/auth/actor'
import { secureMessageLimits } from '#lib/domain/secure-message-words'
import type { CallInfo } from '../../define-operation.ts'
import { hasEnded } from '../find-message.ts'
import { loadMessageKey, openPart, type RecipientSecrets } from '../message-key.ts'
import { mailCode } from '../message-mails.ts'
import { newCode } from '../one-time-code.ts'
import { recordEvent } from '../record-event.ts'
import { isLocked, maySendCode, storeCode } from '../tries.ts'
import { asRecipient, auditRecipient, type Visit, type Visitor } from './find-recipient.ts'
import { textCode, type CodeByText } from './text-code.ts'

/** Notes that a person, and not only a program, has opened the link. */
export async function noteOpened({ tx, recipient, message }: Visit): Promise<void> {
  if (recipient.openedAt !== null) return
  await tx
    .update(secureMessageRecipients)
    .set({ openedAt: sql`now()` })
    .where(eq(secureMessageRecipients.id, recipient.id))
  const { organizationId, id: messageId } = message
  await recordEvent(tx, { organizationId, messageId, recipientId: recipient.id }, 'opened')
}

/** Stores a code, and mails it. Answers the text message that is to be sent afterwards. */
async function ask(visit: Visit): Promise<CodeByText | undefined> {
  const { tx, recipient, message } = visit
  if (hasEnded(message)) return undefined
  await noteOpened(visit)
  const { organizationId, id: messageId } = message
  const { codeWay, email, id: recipientId } = recipient
  if (codeWay === 'phone') return undefined
  if (!(await maySendCode(tx, recipientId)) || (await isLocked(tx, messageId))) return undefined
  const code = newCode()
  await storeCode(tx, recipient, code)
  const isText = codeWay === 'sms'
  const type = isText ? 'code-texted' : 'code-mailed'
  await recordEvent(tx, { organizationId, messageId, recipientId }, type)
  await auditRecipient(visit, 'code-sent', { codeWay })
  if (!isText) {
    await mailCode(tx, organizationId, { email, code })
    return undefined
  }
  const key = await loadMessageKey(tx, messageId)
  const secrets = openPart<RecipientSecrets>(key, `recipient:${recipientId}`, recipient.sealed)
  const { phone = '', smsConnection: connection } = secrets ?? {}
  return { organizationId, messageId, phone, connection, code }
}

/**
 * Sends a new code, at most one a minute and five an hour. The answer is the same when none was
 * sent, so that it tells nothing of the message.
 */
export async function askSecureCode(
  _nobody: Actor,
  visitor: Visitor,
  info: CallInfo,
): Promise<{ resendAfterSeconds: number }> {
  const text = await asRecipient(visitor, 'write', ask, info)
  if (text) await textCode(text)
  return { resendAfterSeconds: secureMessageLimits.resendSeconds }
}
