import { log } from '#lib/log'
import { newId } from '#lib/ids'
import { env } from '#lib/env'
import { sendTextMessage } from '../../text-messages/send-text-message.ts'

export type CodeByText = {
  organizationId: string
  messageId: string
  phone: string
  connection: string | undefined
  code: string
}

const withinMs = 15_000

/**
 * Sends a code as a text message. The last line lets phones offer the code on our page only
 * (https://wicg.github.io/sms-one-time-codes/). A failure is logged, without number and code: the
 * recipient gets the same answer, and asks again after a minute.
 */
export async function textCode({
  organizationId,
  messageId,
  phone,
  connection,
  code,
}: CodeByText): Promise<void> {
  try {
    const { hostname } = new URL(env().BASE_URL)
    const text = `Your code for the secure message is ${code}. Tell it to nobody.\n\n@${hostname} #${code}`
    const signal = AbortSignal.timeout(withinMs)
    // Each code has a key of its own: the same code is never sent twice.
    await sendTextMessage(organizationId, {
      key: `code:${newId()}`,
      connection,
      to: phone,
      text,
      createdBy: 'a secure message',
      signal,
    })
  } catch (error) {
    log.warn({ messageId, error }, 'the code of a secure message could not be sent by SMS')
  }
}
