import { z } from 'zod'
import { isAddressDead } from '#lib/domain/mail/status'
import {
  instantOf,
  namesOf,
  parsed,
  tokenName,
  unreadable,
  type MailNames,
  type ProviderNews,
} from './news.ts'

const recipients = z
  .array(
    z.object({
      emailAddress: z.string(),
      status: z.string().optional(),
      diagnosticCode: z.string().optional(),
    }),
  )
  .max(100)

const mailSchema = z.object({
  messageId: z.string().optional(),
  source: z.string().optional(),
  tags: z.record(z.string(), z.array(z.string())).optional(),
  commonHeaders: z.object({ messageId: z.string().optional() }).optional(),
})

const messageSchema = z.object({
  /** Of notifications of an identity. */
  notificationType: z.string().optional(),
  /** Of events of a configuration set. */
  eventType: z.string().optional(),
  mail: mailSchema,
  bounce: z
    .object({
      feedbackId: z.string(),
      bounceType: z.string(),
      bounceSubType: z.string().optional(),
      bouncedRecipients: recipients,
      timestamp: z.string().optional(),
    })
    .optional(),
  complaint: z
    .object({
      feedbackId: z.string(),
      complainedRecipients: recipients,
      complaintFeedbackType: z.string().nullish(),
      timestamp: z.string().optional(),
    })
    .optional(),
  delivery: z
    .object({ recipients: z.array(z.string()).max(100), timestamp: z.string().optional() })
    .optional(),
  deliveryDelay: z
    .object({ delayedRecipients: recipients, timestamp: z.string().optional() })
    .optional(),
})
type Message = z.infer<typeof messageSchema>

function namesIn({ messageId, source, tags, commonHeaders }: Message['mail']): MailNames {
  const given = commonHeaders?.messageId?.replace(/^<|>$/g, '')
  return namesOf({
    tokens: tags?.[tokenName] ?? [],
    senders: source ? [source] : [],
    messageIds: given ? [given] : [],
    providerIds: messageId ? [messageId] : [],
  })
}

function bounces({ bounce, mail }: Message): ProviderNews[] {
  if (!bounce) return []
  const { feedbackId, bounceType, bounceSubType, timestamp } = bounce
  const isPermanent = bounceType === 'Permanent'
  return bounce.bouncedRecipients.map(({ emailAddress, status, diagnosticCode }) => ({
    mail: namesIn(mail),
    type: 'bounced',
    recipient: emailAddress,
    // SES says what is permanent; the status says what is not about the address.
    hard: isPermanent && (status === undefined || isAddressDead(status)),
    code: status ?? null,
    reason: diagnosticCode ?? [bounceType, bounceSubType].filter(Boolean).join(' '),
    eventId: `${feedbackId}:${emailAddress.toLowerCase()}`,
    at: instantOf(timestamp),
  }))
}

function complaints({ complaint, mail }: Message): ProviderNews[] {
  if (!complaint) return []
  const { feedbackId, complaintFeedbackType, timestamp } = complaint
  return complaint.complainedRecipients.map(({ emailAddress }) => ({
    mail: namesIn(mail),
    type: 'complained',
    recipient: emailAddress,
    hard: false,
    code: null,
    reason: `A complaint (${complaintFeedbackType ?? 'abuse'})`,
    eventId: `${feedbackId}:${emailAddress.toLowerCase()}`,
    at: instantOf(timestamp),
  }))
}

/** Deliveries and delays have no id of their own: the message of the topic has one. */
function progress({ delivery, deliveryDelay, mail }: Message, messageId: string): ProviderNews[] {
  const plain = { mail: namesIn(mail), hard: false }
  const delivered = (delivery?.recipients ?? []).map((recipient): ProviderNews => ({
    ...plain,
    type: 'delivered',
    recipient,
    code: null,
    reason: null,
    eventId: `${messageId}:${recipient.toLowerCase()}`,
    at: instantOf(delivery?.timestamp),
  }))
  const delayed = (deliveryDelay?.delayedRecipients ?? []).map((one): ProviderNews => ({
    ...plain,
    type: 'delayed',
    recipient: one.emailAddress,
    code: one.status ?? null,
    reason: one.diagnosticCode ?? null,
    eventId: `${messageId}:${one.emailAddress.toLowerCase()}`,
    at: instantOf(deliveryDelay?.timestamp),
  }))
  return delivered.concat(delayed)
}

/**
 * Reads what SES says in a message of its topic (https://docs.aws.amazon.com/ses/latest/dg/
 * notification-contents.html and event-publishing-retrieving-sns-contents.html); nothing for what is
 * not about delivery, such as the text by which SES tries a topic.
 */
export function readSes(text: string, messageId: string): ProviderNews[] {
  const json = parsed(Buffer.from(text))
  if (json === undefined) return []
  const message = messageSchema.safeParse(json)
  if (!message.success) throw unreadable()
  const { data } = message
  switch (data.notificationType ?? data.eventType ?? '') {
    case 'Bounce':
      return bounces(data)
    case 'Complaint':
      return complaints(data)
    case 'Delivery':
    case 'DeliveryDelay':
      return progress(data, messageId)
    default:
      return []
  }
}
