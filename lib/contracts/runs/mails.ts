import { z } from 'zod'
import { mailEventTypes, mailStatuses, suppressionReasons } from '../../domain/mail/status.ts'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })
/** Looked for in a list. */
const q = z.string().trim().min(1).max(200).optional()

export const mailSummarySchema = z.object({
  id: z.uuid(),
  recipients: z.array(z.string()),
  subject: z.string(),
  /** `delivered`, `bounced` and `complained` are known only where somebody tells. */
  status: z.enum(mailStatuses),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
  runId: z.uuid().nullable(),
  taskId: z.uuid().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
})
export type MailSummary = z.infer<typeof mailSummarySchema>

export const mailEventSchema = z.object({
  type: z.enum(mailEventTypes),
  /** Null where a report names none of the mail's recipients. */
  recipient: z.string().nullable(),
  /** The address itself does not work; it is suppressed. */
  hard: z.boolean(),
  /** RFC 3463, like 5.1.1. */
  code: z.string().nullable(),
  /** The words of the other side. */
  reason: z.string().nullable(),
  at: instant,
})
export type MailEventView = z.infer<typeof mailEventSchema>

export const mailSchema = mailSummarySchema.extend({
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  replyTo: z.string().nullable(),
  text: z.string(),
  html: z.string().nullable(),
  attachments: z.array(
    z.object({
      fileId: z.uuid(),
      fileName: z.string(),
      mimeType: z.string(),
      /** Bytes. */
      size: z.int(),
    }),
  ),
  /** What became of it, oldest first. */
  events: z.array(mailEventSchema),
})
export type MailView = z.infer<typeof mailSchema>

export const listMailsContract = contract({
  id: 'listMails',
  method: 'GET',
  path: '/api/v2/mails',
  summary: 'List the mails of workflows, newest first',
  description: 'With `q`: those with this text in their subject or an address.',
  tag: 'Mails',
  query: pageQuerySchema.extend({ status: z.enum(mailStatuses).optional(), q }).strict(),
  returns: {
    200: {
      description: 'One page of mails, without their text.',
      schema: pageOf(mailSummarySchema),
    },
  },
})

export const getMailContract = contract({
  id: 'getMail',
  method: 'GET',
  path: '/api/v2/mails/{id}',
  summary: 'Read a mail',
  tag: 'Mails',
  params: z.strictObject({ id: z.uuid('A mail has a UUID as its id.') }),
  returns: { 200: { description: 'The mail.', schema: mailSchema } },
  errorStatuses: [404],
})

/** It is to be sent; it was sent after the backup; or it is left. */
const heldMailAnswers = ['send', 'was-sent', 'leave'] as const
export type HeldMailAnswer = (typeof heldMailAnswers)[number]

export const answerHeldMailContract = contract({
  id: 'answerHeldMail',
  method: 'POST',
  path: '/api/v2/mails/{id}/held',
  summary: 'Answer what becomes of a mail that is held after a restore',
  description:
    'A mail that was queued at the time of the backup may have been sent after it. It stays `held` ' +
    'until a person says that it is to be sent, was sent, or is left.',
  tag: 'Mails',
  params: z.strictObject({ id: z.uuid('A mail has a UUID as its id.') }),
  body: z.strictObject({ answer: z.enum(heldMailAnswers) }),
  returns: { 200: { description: 'The mail after the answer.', schema: mailSummarySchema } },
  errorStatuses: [404, 409],
})

export const suppressedAddressSchema = z.object({
  id: z.uuid(),
  address: z.string(),
  reason: z.enum(suppressionReasons),
  /** What the other side said. */
  detail: z.string().nullable(),
  /** The mail that bounced, or of which somebody complained. */
  mailId: z.uuid().nullable(),
  createdAt: instant,
})
export type SuppressedAddress = z.infer<typeof suppressedAddressSchema>

export const listSuppressedAddressesContract = contract({
  id: 'listSuppressedAddresses',
  method: 'GET',
  path: '/api/v2/mail-suppressions',
  summary: 'List the addresses that get no mails, newest first',
  description:
    'A hard bounce or a complaint puts an address here. With `q`: those with this text in them.',
  tag: 'Mails',
  query: pageQuerySchema.extend({ q }).strict(),
  returns: { 200: { description: 'One page.', schema: pageOf(suppressedAddressSchema) } },
})

export const liftSuppressionSchema = z.strictObject({
  reason: z
    .string()
    .trim()
    .min(3, 'Say why, in a few words.')
    .max(500, 'A reason has at most 500 characters.'),
})

export const liftSuppressionContract = contract({
  id: 'liftSuppression',
  method: 'POST',
  path: '/api/v2/mail-suppressions/{id}/lift',
  summary: 'Send mails to an address again',
  description: 'The reason is written to the audit log. A later bounce suppresses it again.',
  tag: 'Mails',
  params: z.strictObject({ id: z.uuid('A suppression has a UUID as its id.') }),
  body: liftSuppressionSchema,
  returns: { 200: { description: 'The address as it was.', schema: suppressedAddressSchema } },
  errorStatuses: [404],
  examples: { request: { reason: 'The clinic’s mailbox works again; they called.' } },
})
