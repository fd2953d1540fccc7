import { z } from 'zod'
import type { TextMessageState } from '#lib/domain/provider/text-message'
import type { ProviderText } from './port.ts'

const messageId = z.string().regex(/^(?:SM|MM)[0-9a-f]{32}$/)

/**
 * The fields of Twilio's message that we read (twilio-oai, api.v2010.account.message). Numbers are
 * texts there, and `error_code` is a number.
 */
export const twilioMessageSchema = z.object({
  sid: messageId,
  status: z.string().max(50),
  num_segments: z.union([z.string(), z.number()]).nullish(),
  error_code: z.union([z.string().max(20), z.number()]).nullish(),
})

/** The parameters of a status callback that we read. */
export const twilioCallbackSchema = z.object({
  MessageSid: messageId,
  MessageStatus: z.string().max(50),
  ErrorCode: z.string().max(20).optional(),
})

const states: Record<string, TextMessageState> = {
  accepted: 'accepted',
  scheduled: 'accepted',
  queued: 'accepted',
  sending: 'accepted',
  sent: 'sent',
  partially_delivered: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'cancelled',
}
/** Our state for Twilio's; undefined for one that we do not know. */
export const twilioState = (status: string): TextMessageState | undefined => states[status]

/** A message that Twilio answered. It has taken one whose status we do not know. */
export function fromTwilioMessage(message: z.output<typeof twilioMessageSchema>): ProviderText {
  const { sid, status, num_segments: parts, error_code: code } = message
  const segments = Number(parts ?? 0)
  return {
    providerId: sid,
    status: twilioState(status) ?? 'accepted',
    // Twilio says 0 until it has chosen a sender.
    segments: Number.isInteger(segments) && segments > 0 ? segments : null,
    errorCode: code === null || code === undefined ? null : String(code),
  }
}
