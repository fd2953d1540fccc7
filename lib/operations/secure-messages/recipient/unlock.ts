import { eq, sql } from 'drizzle-orm'
import { secureMessageReadings, secureMessageRecipients } from '#db/schema/secure-messages'
import type { Actor } from '#lib/auth/actor'
import { passwordFits } from '#lib/auth/password'
import type { SecureLinkView } from '#lib/contracts/runs/secure-messages'
import { ApiError } from '#lib/domain/api-error'
import { secureMessageLimits } from '#lib/domain/secure-message-words'
import type { CallInfo } from '../../define-operation.ts'
import { hasEnded } from '../find-message.ts'
import { newToken } from '../links.ts'
import { normalAnswer } from '../one-time-code.ts'
import { recordEvent } from '../record-event.ts'
import { tryCode } from '../tries.ts'
import { endWaiting } from '../waiting.ts'
import { noteOpened } from './ask-code.ts'
import { asRecipient, auditRecipient, type Visit, type Visitor } from './find-recipient.ts'
import { linkView } from './link-view.ts'
import type { Shown } from '#lib/auth/message-cookie'

type Guess = { code: string; answer?: string | undefined }
type Unlocked = { view: SecureLinkView; shown: Shown }

/** The one answer to every guess that opens nothing, whatever the reason. */
const wrongCode = () =>
  new ApiError(
    'forbidden',
    'That does not open the message. Check what you entered. A code works for 10 minutes and only ' +
      'once: if it is older, ask for a new one. After too many wrong codes the message stays ' +
      'closed for an hour; then call the sender.',
  )

/** Opens the message in this browser, under a new token, so that nobody could have set it before. */
async function startReading(visit: Visit, { token: link }: Shown): Promise<Unlocked> {
  const { tx, recipient, message } = visit
  const { organizationId, id: messageId } = message
  const { token, tokenHash } = newToken()
  await tx.insert(secureMessageReadings).values({
    tokenHash,
    organizationId,
    recipientId: recipient.id,
    expiresAt: new Date(Date.now() + secureMessageLimits.readingSeconds * 1000),
  })
  if (recipient.readAt === null)
    await tx
      .update(secureMessageRecipients)
      .set({ readAt: sql`now()` })
      .where(eq(secureMessageRecipients.id, recipient.id))
  await recordEvent(tx, { organizationId, messageId, recipientId: recipient.id }, 'read')
  await endWaiting(tx, message, { event: 'read', recipientId: recipient.id, replyId: null })
  await auditRecipient(visit, 'read')
  const shown = { token: link, reading: token }
  return { view: await linkView(visit, shown), shown }
}

/**
 * The hash of the answer, if the recipient has a question, and whether the given one fits. It is
 * compared before the transaction that counts, because that takes a tenth of a second.
 */
async function compareAnswer(visitor: Visitor, answer: string | undefined) {
  const answerHash = await asRecipient(visitor, 'try', async ({ recipient }) =>
    recipient.codeWay === 'question' ? recipient.answerHash : undefined,
  )
  const isAsked = answerHash !== undefined
  return {
    answerHash,
    fits: !isAsked || (await passwordFits(answerHash, normalAnswer(answer ?? ''))),
  }
}

/**
 * Opens a message by a one-time code, and the answer to the question where there is one. Throws the
 * same 403 for every guess that does not: wrong, late, used, replaced, too many.
 */
export async function unlockSecureMessage(
  _nobody: Actor,
  { code, answer, ...visitor }: Visitor & Guess,
  info: CallInfo,
): Promise<Unlocked> {
  const { answerHash, fits } = await compareAnswer(visitor, answer)
  const unlocked = await asRecipient(
    visitor,
    'read',
    async (visit) => {
      const { tx, recipient, message } = visit
      if (hasEnded(message)) return undefined
      await noteOpened(visit)
      // The sender may have set another question since the answer was compared.
      const hash = recipient.codeWay === 'question' ? recipient.answerHash : undefined
      const answerFits = fits && hash === answerHash
      const isRight = await tryCode(tx, { message, recipient, code, answerFits })
      // Thrown here, the refusal would roll the count back.
      if (!isRight || !visitor.shown) return undefined
      return await startReading(visit, visitor.shown)
    },
    info,
  )
  if (!unlocked) throw wrongCode()
  return unlocked
}
