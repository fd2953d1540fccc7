import { z } from 'zod'
import {
  codeWaySchema,
  newRecipientSchema,
  recipientEmailSchema,
  subjectSchema,
  textSchema,
  validDaysSchema,
} from '../../domain/secure-message.ts'
import {
  codeWays,
  endReasons,
  secureMessageEvents,
  secureMessageLimits as limits,
  secureMessageStatuses,
} from '../../domain/secure-message-words.ts'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'
import { logoSchema } from '../organization/settings.ts'
import { mailStatuses } from '../../domain/mail/status.ts'

const instant = z.iso.datetime({ offset: true })
const idOf = (what: string) => z.uuid(`A ${what} has a UUID as its id.`)
const params = z.strictObject({ id: idOf('secure message') })
const recipientParams = params.extend({ recipientId: idOf('recipient') }).strict()
const fileParams = params.extend({ fileId: idOf('file') }).strict()

export const secureFileSchema = z.object({
  id: z.uuid(),
  fileName: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  size: z.number(),
})
export type SecureFile = z.infer<typeof secureFileSchema>

const recipientSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  codeWay: z.enum(codeWays),
  status: z.enum(secureMessageStatuses),
  openedAt: instant.nullable(),
  readAt: instant.nullable(),
  repliedAt: instant.nullable(),
  /** The mail with the link; null when it is no longer stored. */
  mail: z.object({ status: z.enum(mailStatuses), error: z.string().nullable() }).nullable(),
  /** Too many wrong codes: it opens again only with a new link. */
  locked: z.boolean(),
})
export type SecureRecipient = z.infer<typeof recipientSchema>

export const secureMessageSummarySchema = z.object({
  id: z.uuid(),
  /** Null after the end. */
  subject: z.string().nullable(),
  status: z.enum(secureMessageStatuses),
  recipients: z.array(z.string()),
  /** A mail with a link did not arrive, as far as anybody told us. */
  undelivered: z.boolean(),
  runId: z.uuid().nullable(),
  createdBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  endedAt: instant.nullable(),
})
export type SecureMessageSummary = z.infer<typeof secureMessageSummarySchema>

export const secureMessageSchema = secureMessageSummarySchema
  .omit({ recipients: true, undelivered: true })
  .extend({
    text: z.string().nullable(),
    endReason: z.enum(endReasons).nullable(),
    files: z.array(secureFileSchema),
    recipients: z.array(recipientSchema),
    replies: z.array(
      z.object({
        id: z.uuid(),
        recipientId: z.uuid(),
        text: z.string().nullable(),
        files: z.array(secureFileSchema),
        createdAt: instant,
      }),
    ),
    events: z.array(
      z.object({
        type: z.enum(secureMessageEvents),
        recipientId: z.uuid().nullable(),
        at: instant,
      }),
    ),
  })
export type SecureMessageView = z.infer<typeof secureMessageSchema>

const done = { 204: { description: 'Done.' } }
const tag = 'Secure messages' as const

export const sendSecureMessageContract = contract({
  id: 'sendSecureMessage',
  method: 'POST',
  path: '/api/v2/secure-messages',
  summary: 'Send an encrypted mail',
  description:
    'Each recipient gets a mail with a link and no content. They read the message on our page ' +
    'after a one-time code, which goes by another way where there is one.',
  tag,
  body: z.strictObject({
    recipients: z.array(newRecipientSchema).min(1).max(limits.recipients),
    subject: subjectSchema,
    text: textSchema,
    fileIds: z
      .array(idOf('file'))
      .max(limits.files)
      .default([])
      .meta({ description: 'Uploaded files; encrypted copies are attached.' }),
    validDays: validDaysSchema,
  }),
  returns: {
    201: { description: 'The message, on its way.', schema: z.object({ id: z.uuid() }) },
  },
  errorStatuses: [404, 413],
  examples: {
    request: {
      recipients: [{ email: 'ada@example.com', codeWay: 'phone' }],
      subject: 'Your appointment',
      text: 'Please bring the referral on Monday.',
    },
  },
})

export const listSecureMessagesContract = contract({
  id: 'listSecureMessages',
  method: 'GET',
  path: '/api/v2/secure-messages',
  summary: 'List encrypted mails, newest first',
  tag,
  query: pageQuerySchema.strict(),
  returns: {
    200: {
      description: 'One page of messages, without their text.',
      schema: pageOf(secureMessageSummarySchema),
    },
  },
})

export const getSecureMessageContract = contract({
  id: 'getSecureMessage',
  method: 'GET',
  path: '/api/v2/secure-messages/{id}',
  summary: 'Read an encrypted mail with its replies',
  tag,
  params,
  returns: { 200: { description: 'The message.', schema: secureMessageSchema } },
  errorStatuses: [404],
})

export const getSecureMessageFileContract = contract({
  id: 'getSecureMessageFile',
  method: 'GET',
  path: '/api/v2/secure-messages/{id}/files/{fileId}',
  summary: 'Download a file of an encrypted mail or of a reply',
  tag,
  params: fileParams,
  returns: { 200: { description: 'The bytes.', contentType: 'application/octet-stream' } },
  errorStatuses: [404, 503],
})

export const withdrawSecureMessageContract = contract({
  id: 'withdrawSecureMessage',
  method: 'POST',
  path: '/api/v2/secure-messages/{id}/withdraw',
  summary: 'Withdraw an encrypted mail: its content is deleted at once',
  tag,
  params,
  repeat: 'harmless',
  returns: done,
  errorStatuses: [404],
})

export const renewSecureLinkContract = contract({
  id: 'renewSecureLink',
  method: 'POST',
  path: '/api/v2/secure-messages/{id}/recipients/{recipientId}/link',
  summary: 'Mail a recipient a new link; the old one stops working',
  tag,
  params: recipientParams,
  returns: done,
  errorStatuses: [404, 409],
})

export const changeSecureAddressContract = contract({
  id: 'changeSecureAddress',
  method: 'PUT',
  path: '/api/v2/secure-messages/{id}/recipients/{recipientId}/email',
  summary: 'Correct the address of a recipient, and mail the link there',
  description: 'The old link stops working. 409 once the recipient has read the message.',
  tag,
  params: recipientParams,
  body: z.strictObject({ email: recipientEmailSchema }),
  returns: done,
  errorStatuses: [404, 409],
  examples: { request: { email: 'ada@example.com' } },
})

export const changeCodeWayContract = contract({
  id: 'changeSecureCodeWay',
  method: 'PUT',
  path: '/api/v2/secure-messages/{id}/recipients/{recipientId}/code-way',
  summary: 'Change how the code gets to a recipient',
  tag,
  params: recipientParams,
  body: codeWaySchema,
  returns: done,
  errorStatuses: [404, 409],
})

export const tellSecureCodeContract = contract({
  id: 'tellSecureCode',
  method: 'POST',
  path: '/api/v2/secure-messages/{id}/recipients/{recipientId}/code',
  summary: 'Make a code to read out to a recipient; it is shown once',
  tag,
  params: recipientParams,
  returns: {
    200: {
      description: 'The code.',
      schema: z.object({ code: z.string(), expiresAt: instant }),
    },
  },
  errorStatuses: [404, 409],
})

const recipientAuth = { tag, auth: 'public' } as const
/** What the holder of a link sees before the code. */
export const secureLinkSchema = z.object({
  /** Of the recipient; the addresses of the message name it. */
  id: z.uuid(),
  state: z.enum(['locked', 'open', ...endReasons]),
  organization: z.object({
    name: z.string(),
    logo: logoSchema.nullable(),
  }),
  codeWay: z.enum(codeWays),
  question: z.string().nullable(),
  expiresAt: instant,
})
export type SecureLinkView = z.infer<typeof secureLinkSchema>
const link = { 200: { description: 'The link and its state.', schema: secureLinkSchema } }

export const openSecureLinkContract = contract({
  id: 'openSecureLink',
  method: 'POST',
  path: '/api/v2/public/secure-messages/open',
  summary: 'Exchange the token of a link for a cookie',
  description: 'Uses nothing up: programs that follow links may call it as often as they like.',
  ...recipientAuth,
  body: z.strictObject({ token: z.string().min(1).max(128) }),
  repeat: 'harmless',
  returns: link,
  errorStatuses: [404, 429],
})

export const getSecureLinkContract = contract({
  id: 'getSecureLink',
  method: 'GET',
  path: '/api/v2/public/secure-messages/{id}',
  summary: 'Read the state of a link by its cookie',
  ...recipientAuth,
  params,
  returns: link,
  errorStatuses: [404, 429],
})

export const askSecureCodeContract = contract({
  id: 'askSecureCode',
  method: 'POST',
  path: '/api/v2/public/secure-messages/{id}/codes',
  summary: 'Ask for a one-time code',
  description: 'The answer is the same whether a code was sent or not.',
  ...recipientAuth,
  params,
  repeat: 'harmless',
  returns: {
    202: {
      description: 'Asked.',
      schema: z.object({ resendAfterSeconds: z.int() }),
    },
  },
  errorStatuses: [404, 429],
})

const contentSchema = z.object({
  subject: z.string(),
  text: z.string(),
  sentAt: instant,
  files: z.array(secureFileSchema),
  /** One's own. */
  replies: z.array(
    z.object({
      id: z.uuid(),
      text: z.string(),
      files: z.array(secureFileSchema),
      createdAt: instant,
    }),
  ),
})
export type SecureContent = z.infer<typeof contentSchema>

export const unlockSecureMessageContract = contract({
  id: 'unlockSecureMessage',
  method: 'POST',
  path: '/api/v2/public/secure-messages/{id}/unlock',
  summary: 'Open the message with a one-time code',
  ...recipientAuth,
  params,
  body: z.strictObject({
    code: z.string().min(1).max(20),
    answer: z.string().max(200).optional(),
  }),
  repeat: 'refused',
  returns: {
    200: { description: 'Opened, for an hour in this browser.', schema: link[200].schema },
  },
  errorStatuses: [403, 404, 429],
})

export const getSecureContentContract = contract({
  id: 'getSecureContent',
  method: 'GET',
  path: '/api/v2/public/secure-messages/{id}/content',
  summary: 'Read an opened message',
  ...recipientAuth,
  params,
  returns: { 200: { description: 'The content.', schema: contentSchema } },
  errorStatuses: [403, 404, 429],
})

export const getSecureContentFileContract = contract({
  id: 'getSecureContentFile',
  method: 'GET',
  path: '/api/v2/public/secure-messages/{id}/files/{fileId}',
  summary: 'Download a file of an opened message',
  ...recipientAuth,
  params: fileParams,
  returns: { 200: { description: 'The bytes.', contentType: 'application/octet-stream' } },
  errorStatuses: [403, 404, 429, 503],
})

export const putSecureReplyFileContract = contract({
  id: 'putSecureReplyFile',
  method: 'PUT',
  path: '/api/v2/public/secure-messages/{id}/files/{fileId}',
  summary: 'Upload a file for a reply; the browser chooses its id',
  ...recipientAuth,
  params: fileParams,
  binary: 'multipart',
  returns: { 200: { description: 'The stored file.', schema: secureFileSchema } },
  errorStatuses: [403, 404, 409, 413, 415, 429],
})

export const replyToSecureMessageContract = contract({
  id: 'replyToSecureMessage',
  method: 'PUT',
  path: '/api/v2/public/secure-messages/{id}/replies/{replyId}',
  summary: 'Reply to an opened message; the browser chooses the id of the reply',
  ...recipientAuth,
  params: params.extend({ replyId: idOf('reply') }).strict(),
  body: z.strictObject({
    text: z.string().trim().max(limits.textLength),
    fileIds: z.array(idOf('file')).max(limits.files).default([]),
  }),
  returns: { 200: { description: 'Sent.', schema: z.object({ id: z.uuid() }) } },
  errorStatuses: [403, 404, 409, 429],
})

export const closeSecureMessageContract = contract({
  id: 'closeSecureMessage',
  method: 'POST',
  path: '/api/v2/public/secure-messages/{id}/close',
  summary: 'Close an opened message in this browser',
  ...recipientAuth,
  params,
  repeat: 'harmless',
  returns: { 204: { description: 'Closed.' } },
  errorStatuses: [404, 429],
})
