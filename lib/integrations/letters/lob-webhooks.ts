import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { parseExactJson } from '#lib/domain/exact-json'
import { fromLobLetter, lobEventType, lobLetterSchema } from './lob-letter.ts'
import type { LetterWebhooks } from './port.ts'
import { requireSigned } from '../signed-webhook.ts'

const messageSchema = z.object({
  id: z.string().min(1).max(200),
  event_type: z.object({ id: z.string() }),
  date_created: z.iso.datetime({ offset: true }),
  body: z.unknown().optional(),
})

/**
 * Happens once in a letter's life, so that a webhook and a later check of the letter report the
 * same event.
 */
const once = new Set(['created', 'rendered', 'failed', 'cancelled'])

/**
 * Lob's webhooks: `Lob-Signature` is the hex HMAC-SHA256 of `<Lob-Signature-Timestamp>.<body>` with
 * the webhook's secret; the timestamp is in milliseconds. The message contains the letter at that
 * time (docs.lob.com, Webhooks; help.lob.com, Using webhooks).
 */
export function lobWebhooks(secret: string | undefined): LetterWebhooks {
  return {
    async receive(headers, body) {
      requireSigned({
        secret,
        signature: headers.get('lob-signature'),
        timestamp: headers.get('lob-signature-timestamp'),
        body,
      })
      let message: z.output<typeof messageSchema>
      try {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
        message = messageSchema.parse(parseExactJson(text))
      } catch {
        throw ApiError.invalid([{ path: '', message: 'This is no message of Lob.' }])
      }
      const [, name] = /^letter\.(?:certified\.)?(.+)$/.exec(message.event_type.id) ?? []
      const type = name === undefined ? undefined : lobEventType(name)
      const letter = lobLetterSchema.safeParse(message.body)
      if (!type || !letter.success) return undefined
      const known = fromLobLetter(letter.data)
      if (known.events.some((event) => event.type === type)) return known
      return {
        ...known,
        events: [
          ...known.events,
          {
            key: once.has(type) ? type : message.id,
            type,
            at: new Date(message.date_created),
            location: null,
          },
        ],
      }
    },
  }
}
