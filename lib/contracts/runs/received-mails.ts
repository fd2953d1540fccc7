import { z } from 'zod'
import {
  mailChecksSchema,
  mailFileSchema,
  mailReasonSchema,
  mailRulesSchema,
} from '#lib/domain/received-mail'
import { mailPurposes, receivedMailStatuses } from '#lib/domain/received-mail-words'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })
const id = z.uuid('A received mail has a UUID as its id.')

const receivedMailSummarySchema = z.object({
  id: z.uuid(),
  purpose: z.enum(mailPurposes),
  status: z.enum(receivedMailStatuses),
  /** Why it did nothing, or why it still waits; null where it did its work. */
  reason: mailReasonSchema.nullable(),
  /** Of the mail, or of the envelope as long as the mail is not read. */
  from: z.string(),
  subject: z.string(),
  recipient: z.string(),
  attachments: z.array(mailFileSchema),
  workflow: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }).nullable(),
  runId: z.uuid().nullable(),
  receivedAt: instant,
})
export type ReceivedMailSummary = z.infer<typeof receivedMailSummarySchema>

const receivedMailSchema = receivedMailSummarySchema.extend({
  fromName: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  date: z.string().nullable(),
  text: z.string(),
  newText: z.string(),
  autoSubmitted: z.boolean(),
  /** Null as long as the mail is not read. */
  checks: mailChecksSchema.nullable(),
  /** The sender of the envelope, and the server that sent it. */
  envelope: z.object({
    sender: z.string(),
    remoteAddress: z.string().nullable(),
    helo: z.string().nullable(),
  }),
  size: z.int(),
  /** Whether a person may start its workflow by hand: it did nothing, and it was read. */
  mayStart: z.boolean(),
})
export type ReceivedMailView = z.infer<typeof receivedMailSchema>

const example = {
  id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4d001',
  purpose: 'start' as const,
  status: 'started' as const,
  reason: null,
  from: 'ada@clinic.example.com',
  subject: 'Referral',
  recipient: 'referrals-k3j5p7qx2mzb4t6w8y2a@in.rounds.example.com',
  attachments: [],
  workflow: { id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4d003', slug: 'referrals', name: 'Referrals' },
  runId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4d002',
  receivedAt: '2026-03-07T09:00:00.000Z',
}

export const listReceivedMailsContract = contract({
  id: 'listReceivedMails',
  method: 'GET',
  path: '/api/v2/received-mails',
  summary: 'List the mails that were received, newest first',
  description:
    'Mails to the addresses of workflows, and answers to runs that wait. One that did nothing ' +
    'has a `reason`.',
  tag: 'Mails',
  query: pageQuerySchema
    .extend({
      status: z.enum(receivedMailStatuses).optional(),
      /** Those that started this run, or answered it. */
      runId: z.uuid('A run has a UUID as its id.').optional(),
    })
    .strict(),
  returns: {
    200: {
      description: 'One page of mails, without their text.',
      schema: pageOf(receivedMailSummarySchema),
    },
  },
  examples: { response: { items: [example], nextCursor: null } },
})

export const getReceivedMailContract = contract({
  id: 'getReceivedMail',
  method: 'GET',
  path: '/api/v2/received-mails/{id}',
  summary: 'Read a received mail',
  tag: 'Mails',
  params: z.strictObject({ id }),
  returns: { 200: { description: 'The mail.', schema: receivedMailSchema } },
  errorStatuses: [404],
})

export const downloadReceivedMailContract = contract({
  id: 'downloadReceivedMail',
  method: 'GET',
  path: '/api/v2/received-mails/{id}/content',
  summary: 'Download a received mail as it was sent',
  description: 'The whole message (RFC 5322), also of a mail that could not be read.',
  tag: 'Mails',
  params: z.strictObject({ id }),
  returns: { 200: { description: 'The message.', contentType: 'application/octet-stream' } },
  errorStatuses: [404],
})

export const startReceivedMailContract = contract({
  id: 'startReceivedMail',
  method: 'POST',
  path: '/api/v2/received-mails/{id}/start',
  summary: 'Start the workflow of a received mail by hand',
  description:
    'For a mail that was stopped or refused: its rules are not asked again. A mail starts one run ' +
    'only. It is 409 for one that did its work, or could not be read.',
  tag: 'Mails',
  params: z.strictObject({ id }),
  returns: {
    200: { description: 'The run.', schema: z.object({ runId: z.uuid() }) },
  },
  errorStatuses: [404, 409],
  examples: { response: { runId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4d002' } },
})

const mailTriggerSchema = z.object({
  /** Whether this installation receives mails at all. */
  receiving: z.boolean(),
  /** Null for a workflow without an address. */
  address: z.string().nullable(),
  enabled: z.boolean(),
  rules: mailRulesSchema,
})
export type MailTriggerView = z.infer<typeof mailTriggerSchema>

const workflowId = z.strictObject({ id: z.string().min(1).max(200) })
const trigger = { description: 'The address and its rules.', schema: mailTriggerSchema }
const exampleTrigger = {
  receiving: true,
  address: 'referrals-k3j5p7qx2mzb4t6w8y2a@in.rounds.example.com',
  enabled: true,
  rules: { senders: [], requireProven: true, subjectContains: '', acceptAutomatic: false },
}

export const getMailTriggerContract = contract({
  id: 'getMailTrigger',
  method: 'GET',
  path: '/api/v2/workflows/{id}/mail-trigger',
  summary: 'Read the mail address that starts a workflow',
  tag: 'Workflows',
  params: workflowId,
  returns: { 200: trigger },
  errorStatuses: [404],
  examples: { response: exampleTrigger },
})

export const setMailTriggerContract = contract({
  id: 'setMailTrigger',
  method: 'PUT',
  path: '/api/v2/workflows/{id}/mail-trigger',
  summary: 'Give a workflow a mail address, or change its rules',
  description:
    'The first time it makes an address that nobody can guess. Its published version starts with ' +
    'each mail, and gets what its start form has fields for: from, fromName, to, cc, subject, ' +
    'date, text, newText, autoSubmitted, file, files, spf, dkim, dmarc, aligned, checks, mailId.',
  tag: 'Workflows',
  params: workflowId,
  body: z.strictObject({ enabled: z.boolean().default(true), rules: mailRulesSchema }),
  returns: { 200: trigger },
  errorStatuses: [403, 404],
  examples: { request: { enabled: true, rules: exampleTrigger.rules }, response: exampleTrigger },
})

export const rotateMailTriggerContract = contract({
  id: 'rotateMailTrigger',
  method: 'POST',
  path: '/api/v2/workflows/{id}/mail-trigger/rotate',
  summary: 'Give a workflow another mail address',
  description: 'Mails to the old one are refused from now on.',
  tag: 'Workflows',
  params: workflowId,
  returns: { 200: trigger },
  errorStatuses: [403, 404],
  examples: { response: exampleTrigger },
})

export const receiveInboundMailContract = contract({
  id: 'receiveInboundMail',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/hooks/received-mail/{provider}',
  summary: 'For providers: webhook of received mails',
  description:
    'Postmark inbound (JSON with RawEmail) and SendGrid Inbound Parse (multipart with the raw ' +
    'message). Without the password of the installation (Basic authentication) it is 401. ' +
    'A repeated message changes nothing.',
  tag: 'Mails',
  auth: 'public',
  params: z.strictObject({ provider: z.enum(['postmark', 'sendgrid']) }),
  returns: { 200: { description: 'Stored.', schema: z.record(z.string(), z.unknown()) } },
  errorStatuses: [401, 403, 404, 413],
  examples: { response: {} },
})
