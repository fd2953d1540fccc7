import { z } from 'zod'
import { checkResults } from './received-mail-words.ts'

const checkResult = z.enum(checkResults)

/**
 * What the checks of the sender say. `aligned`: SPF or DKIM passed for the domain of the `From`
 * address, so that address is of that domain.
 */
export const mailChecksSchema = z.object({
  spf: checkResult.meta({
    title: 'SPF',
    description: 'Whether the server may send for its domain.',
  }),
  dkim: checkResult.meta({
    title: 'DKIM',
    description: 'Whether a signature over the mail is right.',
  }),
  dmarc: checkResult.meta({
    title: 'DMARC',
    description: 'Whether the domain of the sender’s address stands by the mail.',
  }),
  aligned: z.boolean().meta({
    title: 'Sender proven',
    description: 'SPF or DKIM passed for the domain of the sender’s address.',
  }),
})
export type MailChecks = z.output<typeof mailChecksSchema>

export const mailFileSchema = z.object({
  id: z.uuid(),
  fileName: z.string(),
  mimeType: z.string(),
  size: z.number(),
})
export type MailFile = z.output<typeof mailFileSchema>

/** What a workflow gets of a mail, as start data or as the output of the step that waited. */
export const mailContentSchema = z.object({
  from: z.string().meta({ title: 'From', description: 'The address of the sender.' }),
  fromName: z.string().meta({ title: 'Sender’s name', description: 'As the mail gives it.' }),
  to: z.array(z.string()).meta({ title: 'To', description: 'Addresses.' }),
  cc: z.array(z.string()).meta({ title: 'Cc', description: 'Addresses.' }),
  subject: z.string().meta({ title: 'Subject', description: 'One line.' }),
  date: z.string().nullable().meta({
    title: 'Date',
    description: 'When the sender says that it was written; empty when it says nothing readable.',
  }),
  text: z.string().meta({ title: 'Text', description: 'The whole text, without HTML.' }),
  newText: z.string().meta({
    title: 'New text',
    description: 'The text without the quoted mail below it, where that is certain.',
  }),
  autoSubmitted: z.boolean().meta({
    title: 'Automatic',
    description: 'It says of itself that no person wrote it.',
  }),
  checks: mailChecksSchema.meta({ title: 'Checks', description: 'Of the sender.' }),
})
export type MailContent = z.output<typeof mailContentSchema>

const domain =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/i
const isSender = (value: string): boolean =>
  domain.test(value) || z.email().max(254).safeParse(value).success

/** Which mails may start the workflow; an empty list and `false` limit nothing. */
export const mailRulesSchema = z.strictObject({
  senders: z
    .array(
      z
        .string()
        .trim()
        .max(254)
        .refine(isSender, { error: 'Write an address or a domain, like clinic.example.com.' }),
    )
    .max(200, 'At most 200 senders.')
    .default([])
    .meta({
      title: 'Allowed senders',
      description: 'Addresses and domains; empty allows everybody.',
    }),
  requireProven: z.boolean().default(false).meta({
    title: 'Only proven senders',
    description: 'SPF or DKIM must pass for the domain of the sender’s address.',
  }),
  subjectContains: z
    .string()
    .trim()
    .max(200)
    .refine((value) => !/[\r\n]/.test(value), { error: 'A subject is one line.' })
    .default('')
    .meta({ title: 'Subject contains', description: 'In any case; empty allows every subject.' }),
  acceptAutomatic: z.boolean().default(false).meta({
    title: 'Accept automatic mails',
    description:
      'Such as of a scanner. Answers of absent people and mailing lists never start a run.',
  }),
})
export type MailRules = z.output<typeof mailRulesSchema>

export const noMailRules: MailRules = {
  senders: [],
  requireProven: false,
  subjectContains: '',
  acceptAutomatic: false,
}

/** Why a mail did nothing: a code, and a sentence without patient data. */
export const mailReasonSchema = z.object({ code: z.string(), message: z.string() })
export type MailReason = z.output<typeof mailReasonSchema>

/** The header by which we know our own mails, with the host of the installation. */
export const loopHeader = 'X-Rounds-Loop'

/** What the headers of a mail say about how it was made; read by its rules. */
export const mailSignsSchema = z.object({
  /** `Auto-Submitted` (RFC 3834), in lower case; null without one. */
  autoSubmitted: z.string().max(100).nullable(),
  precedence: z.string().max(100).nullable(),
  /** It has a header of a mailing list (RFC 2369, RFC 2919). */
  isList: z.boolean(),
  /** Mail programs that answer by themselves say so in other headers, too. */
  isAutoReply: z.boolean(),
  /** It carries our mark against loops, or the id of a mail of ours. */
  isOurs: z.boolean(),
  /** A report of a mail server or a mail program: of a failed delivery, or that it was read. */
  isReport: z.boolean(),
})
export type MailSigns = z.output<typeof mailSignsSchema>
