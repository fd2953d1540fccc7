import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import { isAddressDead, type MailEventType } from '#lib/domain/mail/status'
import { unsigned } from '../signed-webhook.ts'
import { instantOf, namesOf, parsed, tokenName, unreadable, type ProviderNews } from './news.ts'

type Headers = { get(name: string): string | null }

const eventSchema = z.object({
  event: z.string(),
  email: z.string().optional(),
  sg_event_id: z.string().min(1),
  sg_message_id: z.string().optional(),
  'smtp-id': z.string().optional(),
  timestamp: z.number().optional(),
  type: z.string().optional(),
  status: z.string().optional(),
  reason: z.string().optional(),
  [tokenName]: z.string().optional(),
})
type Event = z.infer<typeof eventSchema>

/** The key of the page “Signature Verification”: SPKI in base64 without the lines of PEM. */
export function isSendGridKey(text: string): boolean {
  try {
    return (
      createPublicKey({
        key: Buffer.from(text, 'base64'),
        format: 'der',
        type: 'spki',
      }).asymmetricKeyDetails?.namedCurve === 'prime256v1'
    )
  } catch {
    return false
  }
}

/** Throws 401 unless the bytes and the time are signed with this key. */
function requireSignature(publicKey: string | null, headers: Headers, body: Uint8Array): void {
  const signature = headers.get('x-twilio-email-event-webhook-signature')
  const timestamp = headers.get('x-twilio-email-event-webhook-timestamp')
  if (!publicKey || !isSendGridKey(publicKey) || !signature || !timestamp) throw unsigned()
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  })
  const signed = Buffer.concat([Buffer.from(timestamp), body])
  if (!verify('sha256', signed, key, Buffer.from(signature, 'base64'))) throw unsigned()
}

/** Reasons of `dropped` that mean that SendGrid itself has the address on a list. */
const droppedForAddress = /bounced address|invalid|spam reporting address/i

function typeOf({ event, reason = '' }: Event): MailEventType | undefined {
  switch (event) {
    case 'delivered':
      return 'delivered'
    case 'deferred':
      return 'delayed'
    case 'bounce':
      return 'bounced'
    case 'dropped':
      return /spam reporting address/i.test(reason) ? 'complained' : 'bounced'
    case 'spamreport':
      return 'complained'
    default:
      return undefined
  }
}

function isHard({ event, type, status, reason = '' }: Event): boolean {
  if (event === 'dropped') return droppedForAddress.test(reason)
  // `blocked` is a bounce that may pass: a full mailbox, a refused content.
  if (event !== 'bounce' || type === 'blocked') return false
  return status === undefined || /^5\.[01]\b/.test(status) || isAddressDead(status)
}

/**
 * Reads a signed event webhook (https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/
 * event): an array of events, of which those that are not about delivery are left out. Throws 401.
 */
export function receiveSendGrid(
  publicKey: string | null,
  headers: Headers,
  body: Uint8Array,
): ProviderNews[] {
  requireSignature(publicKey, headers, body)
  const events = z.array(eventSchema.loose()).max(10_000).safeParse(parsed(body))
  if (!events.success) throw unreadable()
  return events.data.flatMap((event) => {
    const type = typeOf(event)
    if (type === undefined) return []
    const smtpId = event['smtp-id']?.replace(/^<|>$/g, '')
    return [
      {
        mail: namesOf({
          tokens: event[tokenName] ? [event[tokenName]] : [],
          messageIds: smtpId ? [smtpId] : [],
        }),
        type,
        recipient: event.email ?? null,
        hard: isHard(event),
        code: event.status ?? null,
        reason: event.reason ?? null,
        eventId: event.sg_event_id,
        at: instantOf(event.timestamp),
      },
    ]
  })
}
