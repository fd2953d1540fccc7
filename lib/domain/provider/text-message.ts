import { z } from 'zod'

/** States of a text message at its provider, in the usual order. */
export const textMessageStates = [
  'accepted',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'cancelled',
] as const
export type TextMessageState = (typeof textMessageStates)[number]

/**
 * Before the provider's first state a message is `sending` (the provider is being called),
 * `not_sent` (the provider refused, or was not reached) or `unknown` (there was no answer, so the
 * provider may have sent the message or not).
 */
export const textMessageStatuses = ['sending', 'not_sent', 'unknown', ...textMessageStates] as const
export type TextMessageStatus = (typeof textMessageStatuses)[number]

const final: ReadonlySet<TextMessageStatus> = new Set([
  'not_sent',
  'delivered',
  'undelivered',
  'failed',
  'cancelled',
])
/** Whether no further state is expected. */
export const isFinalTextStatus = (status: TextMessageStatus): boolean => final.has(status)

/** Max characters that Twilio takes; it sends longer texts as several parts. */
const maxTextCharacters = 1600

/** The fields of a text message. */
export const textMessageFields = {
  to: z
    .string()
    .trim()
    .regex(/^\+[1-9]\d{6,14}$/, 'Give the number with its country code, like +12125550100.')
    .meta({
      title: 'To',
      description: 'A mobile number with its country code, like +12125550100.',
      examples: ['+12125550100'],
      phi: true,
    }),
  text: z
    .string()
    .trim()
    .min(1, 'A text message needs a text.')
    .max(maxTextCharacters, `A text message has at most ${maxTextCharacters} characters.`)
    .meta({
      title: 'Text',
      description:
        'Text messages are not protected, and lie on lock screens: put no patient data into them.',
      examples: ['Please call us.'],
    }),
}
