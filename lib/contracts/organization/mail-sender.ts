import { z } from 'zod'
import { mailProviders, smtpSecurities } from '../../domain/mail/sender.ts'
import { contract } from '../contract.ts'
import { oneLine } from '../one-line.ts'
import { emailSchema } from '../people-fields.ts'

const instant = z.iso.datetime({ offset: true })

const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'That is not a domain like mail.hospital.org.')

const dkimKeySchema = z.object({
  id: z.uuid(),
  domain: z.string(),
  selector: z.string(),
  /** The name of the DNS record. */
  recordName: z.string(),
  /** Its text (TXT). */
  record: z.string(),
  /** When its record was seen; then it signs. */
  verifiedAt: instant.nullable(),
  createdAt: instant,
})
export type DkimKeyView = z.infer<typeof dkimKeySchema>

export const mailSenderSchema = z.object({
  /** The name with which mails are sent and signed; null: the organization's, unsigned. */
  name: z.string().nullable(),
  /** The organization's address. */
  address: z.string().nullable(),
  /** Whether mails are sent from it: its domain is proven, or its own server sends them. */
  sendsFromAddress: z.boolean(),
  /** Where answers go; null: to the address. */
  replyTo: z.string().nullable(),
  /** Null: the mail server of the installation. */
  server: z
    .object({
      host: z.string(),
      port: z.int(),
      security: z.enum(smtpSecurities),
      userName: z.string().nullable(),
      /** It is never shown. */
      hasPassword: z.boolean(),
    })
    .nullable(),
  /** Whether the installation has a mail server. */
  installationSends: z.boolean(),
  /** Reports about mails go to addresses of this domain; null: that of the installation. */
  bounceDomain: z.string().nullable(),
  installationBounceDomain: z.string().nullable(),
  webhook: z.object({
    /** The address that the provider calls. */
    url: z.string(),
    provider: z.enum(mailProviders).nullable(),
    /** SES: the topic. SendGrid: the public key. Postmark: the user name. */
    key: z.string().nullable(),
    hasSecret: z.boolean(),
    /** SES: when the topic was confirmed. */
    subscribedAt: instant.nullable(),
  }),
  /** Newest first. */
  dkim: z.array(dkimKeySchema),
})
export type MailSenderView = z.infer<typeof mailSenderSchema>

export const getMailSenderContract = contract({
  id: 'getMailSender',
  method: 'GET',
  path: '/api/v2/mail-sender',
  summary: 'Read how the organization sends mails',
  tag: 'Mails',
  returns: { 200: { description: 'The sender.', schema: mailSenderSchema } },
})

const serverSchema = z.strictObject({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Name the mail server.')
    .max(253)
    .regex(/^[a-z0-9.:-]+$/, 'That is not the name of a server like smtp.hospital.org.'),
  port: z
    .int('A port is a whole number.')
    .min(1, 'From 1 to 65535.')
    .max(65_535, 'From 1 to 65535.'),
  security: z.enum(smtpSecurities),
  userName: oneLine(z.string().trim().max(200)).nullable().default(null),
  /** Left out: the one before stays, as long as host and port do. Null takes it away. */
  password: z.string().min(1, 'Give the password, or leave it out.').max(500).nullable().optional(),
})

const webhookSchema = z.strictObject({
  provider: z.enum(mailProviders),
  /** SES: the ARN of the topic. SendGrid: the verification key. Postmark: the user name. */
  key: oneLine(z.string().trim().min(1, 'Give it as the provider shows it.').max(500)),
  /** Postmark: the password. Left out: the one before stays. */
  secret: z.string().min(16, 'At least 16 characters.').max(200).optional(),
})

export const changeMailSenderSchema = z.strictObject({
  name: oneLine(
    z
      .string()
      .trim()
      .min(1, 'Give a name, or leave it out.')
      .max(100, 'A name has at most 100 characters.'),
  )
    .nullable()
    .optional(),
  address: emailSchema.nullable().optional(),
  replyTo: emailSchema.nullable().optional(),
  server: serverSchema.nullable().optional(),
  bounceDomain: domainSchema.nullable().optional(),
  webhook: webhookSchema.nullable().optional(),
})

export const changeMailSenderContract = contract({
  id: 'changeMailSender',
  method: 'PATCH',
  path: '/api/v2/mail-sender',
  summary: 'Change how the organization sends mails',
  description: 'What is left out stays. Passwords are encrypted and never shown.',
  tag: 'Mails',
  body: changeMailSenderSchema,
  returns: { 200: { description: 'The sender as it is now.', schema: mailSenderSchema } },
})

export const createDkimKeyContract = contract({
  id: 'createDkimKey',
  method: 'POST',
  path: '/api/v2/mail-sender/dkim-keys',
  summary: 'Make a key that signs mails (DKIM)',
  description:
    'Enter its record at the domain’s name server. It signs once the record was seen (check the ' +
    'records); an older key signs until then.',
  tag: 'Mails',
  body: z.strictObject({ domain: domainSchema }),
  returns: { 201: { description: 'The key.', schema: dkimKeySchema } },
  errorStatuses: [409],
  examples: { request: { domain: 'hospital.org' } },
})

export const deleteDkimKeyContract = contract({
  id: 'deleteDkimKey',
  method: 'DELETE',
  path: '/api/v2/mail-sender/dkim-keys/{id}',
  summary: 'Delete a key that signs mails',
  tag: 'Mails',
  params: z.strictObject({ id: z.uuid('A key has a UUID as its id.') }),
  returns: { 204: { description: 'It is gone; mails are no longer signed with it.' } },
  errorStatuses: [404],
})

const mailRecordSchema = z.object({
  kind: z.enum(['spf', 'dkim', 'dmarc']),
  /** The name of the record. */
  name: z.string(),
  /** `unknown`: the name server did not answer. */
  state: z.enum(['good', 'missing', 'wrong', 'unknown']),
  /** What it means, and what to do. */
  message: z.string(),
  found: z.array(z.string()),
})
export type MailRecord = z.infer<typeof mailRecordSchema>

export const checkMailRecordsContract = contract({
  id: 'checkMailRecords',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/mail-sender/check-records',
  summary: 'Look at the DNS records of the sender (SPF, DKIM, DMARC)',
  tag: 'Mails',
  returns: {
    200: {
      description: 'What was found.',
      schema: z.object({ records: z.array(mailRecordSchema) }),
    },
  },
  errorStatuses: [409],
})

export const sendTestMailContract = contract({
  id: 'sendTestMail',
  method: 'POST',
  path: '/api/v2/mail-sender/test',
  summary: 'Send a mail to try the sender',
  description: 'It is really sent, with the settings as they are now.',
  tag: 'Mails',
  body: z.strictObject({ to: emailSchema }),
  returns: {
    200: {
      description: 'Whether the mail server took it, and what it said.',
      schema: z.object({ sent: z.boolean(), message: z.string() }),
    },
  },
  examples: { request: { to: 'owner@example.com' } },
})

export const receiveMailWebhookContract = contract({
  id: 'receiveMailWebhook',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/hooks/mail/{token}',
  summary: 'For providers: webhook of mails',
  description:
    'News of Amazon SES (by SNS), SendGrid or Postmark about mails, as they define them. The ' +
    'signature or the password is verified over the received bytes; otherwise 401, and nothing is ' +
    'read. A repeated message changes nothing.',
  tag: 'Mails',
  auth: 'public',
  params: z.strictObject({ token: z.string().min(1).max(200) }),
  returns: { 200: { description: 'Accepted.', schema: z.record(z.string(), z.unknown()) } },
  errorStatuses: [401, 404, 413],
  examples: { response: {} },
})
