import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { MailEventType } from '#lib/domain/mail/status'
import { unsigned } from '../signed-webhook.ts'
import { instantOf, namesOf, parsed, tokenName, unreadable, type ProviderNews } from './news.ts'

type Headers = { get(name: string): string | null }

const messageSchema = z.object({
  RecordType: z.string(),
  ID: z.union([z.number(), z.string()]).optional(),
  TypeCode: z.number().optional(),
  MessageID: z.string().optional(),
  Email: z.string().optional(),
  Recipient: z.string().optional(),
  Description: z.string().optional(),
  Details: z.string().optional(),
  BouncedAt: z.string().optional(),
  DeliveredAt: z.string().optional(),
  Metadata: z.record(z.string(), z.string()).optional(),
})
type Message = z.infer<typeof messageSchema>

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Throws 401 unless the request has this user name and password (Postmark signs nothing). */
function requirePassword(expected: { user: string; password: string }, headers: Headers): void {
  const [, given] = /^Basic\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  const text = Buffer.from(given ?? '', 'base64').toString('utf8')
  const right = digest(`${expected.user}:${expected.password}`)
  if (expected.password === '' || !timingSafeEqual(digest(text), right)) throw unsigned()
}

/** HardBounce, BadEmailAddress, ManuallyDeactivated: the address does not work. */
const hardTypes = new Set([1, 100_000, 100_002])
/** SpamNotification, SpamComplaint. */
const complaintTypes = new Set([512, 100_001])
/** Bounces that stopped the mail; others, such as automatic answers, did not. */
const softTypes = new Set([256, 2048, 4096, 8192, 100_006, 100_007, 100_009])
/** Transient: Postmark tries on. */
const transient = 2

function typeOf({ RecordType, TypeCode }: Message): MailEventType | undefined {
  if (RecordType === 'Delivery') return 'delivered'
  if (RecordType === 'SpamComplaint') return 'complained'
  if (RecordType !== 'Bounce' || TypeCode === undefined) return undefined
  if (complaintTypes.has(TypeCode)) return 'complained'
  if (TypeCode === transient) return 'delayed'
  return hardTypes.has(TypeCode) || softTypes.has(TypeCode) ? 'bounced' : undefined
}

/**
 * Reads a webhook (https://postmarkapp.com/developer/webhooks/bounce-webhook); undefined for records
 * that are not about delivery. Throws 401.
 */
export function receivePostmark(
  expected: { user: string; password: string },
  headers: Headers,
  body: Uint8Array,
): ProviderNews[] {
  requirePassword(expected, headers)
  const message = messageSchema.safeParse(parsed(body))
  if (!message.success) throw unreadable()
  const { data } = message
  const type = typeOf(data)
  if (type === undefined) return []
  const recipient = data.Recipient ?? data.Email ?? null
  const token = data.Metadata?.[tokenName]
  const when = data.BouncedAt ?? data.DeliveredAt
  return [
    {
      mail: namesOf({
        tokens: token ? [token] : [],
        providerIds: data.MessageID ? [data.MessageID] : [],
      }),
      type,
      recipient,
      hard: data.TypeCode !== undefined && hardTypes.has(data.TypeCode),
      code: null,
      reason: data.Details ?? data.Description ?? null,
      // Deliveries have no id of their own.
      eventId:
        data.ID === undefined
          ? `${data.RecordType}:${data.MessageID ?? ''}:${recipient ?? ''}:${when ?? ''}`
          : `${data.RecordType}:${data.ID}`,
      at: instantOf(when),
    },
  ]
}
