import { z } from 'zod'
import { mailChecksSchema, mailContentSchema, mailSignsSchema } from '#lib/domain/received-mail'
import { receivedMailLimits } from '#lib/domain/received-mail-words'

/** The types of DNS records that checks of mails read. */
export const dnsTypes = ['TXT', 'A', 'AAAA', 'MX', 'PTR', 'CNAME'] as const
export type DnsType = (typeof dnsTypes)[number]

/** What the DNS said: records as `dns.promises.resolve` gives them, or the code of an error. */
export type DnsAnswer = {
  name: string
  type: DnsType
} & ({ records: unknown[] } | { error: string })

/** What the receiving server knows of the sending one. */
export type Envelope = {
  /** Null when another server received the mail: then SPF cannot be checked. */
  remoteAddress: string | null
  helo: string | null
  sender: string
  /** Our own name. */
  host: string
}

export type MailLimits = Pick<
  typeof receivedMailLimits,
  'headerBytes' | 'attachments' | 'attachmentBytes' | 'depth' | 'textCharacters' | 'addresses'
>

/** The message itself is sent as the request's bytes; its attachments come back as parts. */
export type MailRequest =
  | { do: 'read'; limits: { [Name in keyof MailLimits]: number }; host: string }
  | { do: 'check'; envelope: Envelope; answers: DnsAnswer[] }

const line = z.string().max(2_000)
const addresses = z.array(line).max(receivedMailLimits.addresses)

const readSchema = z.object({
  content: mailContentSchema.omit({ checks: true }).extend({
    from: line,
    fromName: line,
    to: addresses,
    cc: addresses,
    subject: line,
    date: z.iso.datetime().nullable(),
    text: z.string().max(receivedMailLimits.textCharacters),
    newText: z.string().max(receivedMailLimits.textCharacters),
  }),
  signs: mailSignsSchema,
  attachments: z
    .array(z.object({ fileName: line, mimeType: z.string().max(300) }))
    .max(receivedMailLimits.attachments),
})
/** A mail as its reader understood it, without its checks. */
export type ReadMail = z.output<typeof readSchema>

const question = z.object({ name: z.string().max(300), type: z.enum(dnsTypes) })
export type DnsQuestion = z.output<typeof question>

/**
 * The message of `refused` is for people. `missing` names what the DNS must be asked before the
 * checks are right.
 */
export const mailReplySchema = z.discriminatedUnion('did', [
  z.object({ did: z.literal('read'), mail: readSchema }),
  z.object({ did: z.literal('refused'), message: z.string().max(500) }),
  z.object({
    did: z.literal('checked'),
    checks: mailChecksSchema,
    /** The domain that the checks are of; null where the mail names no or several authors. */
    author: z.string().max(300).nullable(),
    missing: z.array(question).max(100),
  }),
])
export type MailReply = z.output<typeof mailReplySchema>
