import { z } from 'zod'

/** Of a report; what comes later is of the mail that it quotes, and is not read. */
export const maxReportBytes = 2 * 1024 * 1024
const mostRecipients = 100

const text = z.string().max(1000)

/** What a delivery status notification (RFC 3464 §2.3) says of one recipient. */
const reportedRecipientSchema = z.object({
  final: text.nullable(),
  original: text.nullable(),
  action: z.enum(['failed', 'delayed', 'delivered', 'relayed', 'expanded']),
  /** RFC 3463, like 5.1.1. */
  status: text.nullable(),
  diagnostic: text.nullable(),
})
export type ReportedRecipient = z.infer<typeof reportedRecipientSchema>

/** `other` is any other mail, such as the answer of somebody who is on holiday. */
export const mailReportSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('delivery'),
    recipients: z.array(reportedRecipientSchema).max(mostRecipients),
  }),
  z.object({
    kind: z.literal('complaint'),
    /** `abuse`, or another word of RFC 5965 §7.3. */
    feedback: text,
    recipients: z.array(text).max(mostRecipients),
    /** Envelope senders that it names: its header, and the path of the mail in it. */
    senders: z.array(text).max(10),
  }),
  z.object({ kind: z.literal('other') }),
])
export type MailReport = z.infer<typeof mailReportSchema>

/** The mail itself goes beside it, as bytes. */
export type MailReportRequest = { do: 'read report' }

export const most = { recipients: mostRecipients, characters: 1000, senders: 10 }
