import { z } from 'zod'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })

/**
 * `queued` is on its way; `kept` was stored and not sent, because no SMTP server is set; `failed`
 * was given up after many attempts.
 */
export const mailStatuses = ['queued', 'sent', 'kept', 'failed'] as const

export const mailSummarySchema = z.object({
  id: z.uuid(),
  recipients: z.array(z.string()),
  subject: z.string(),
  status: z.enum(mailStatuses),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
  runId: z.uuid().nullable(),
  taskId: z.uuid().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
})
export type MailSummary = z.infer<typeof mailSummarySchema>

export const mailSchema = mailSummarySchema.extend({
  text: z.string(),
  html: z.string().nullable(),
})
export type MailView = z.infer<typeof mailSchema>

export const listMailsContract = contract({
  id: 'listMails',
  method: 'GET',
  path: '/api/v2/mails',
  summary: 'List the mails of workflows, newest first',
  tag: 'Mails',
  query: pageQuerySchema.extend({ status: z.enum(mailStatuses).optional() }).strict(),
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
