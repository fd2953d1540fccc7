import type { mails } from '#db/schema/documents'
import type { MailProvider } from '#lib/domain/mail/sender'
import { loopHeader } from '#lib/domain/received-mail'
import type { Env } from '#lib/env'
import { tokenName } from '#lib/integrations/mail-webhooks/news'
import { dressMail } from './dress-mail.ts'
import { bounceAddress, mailToken } from './reports/bounce-address.ts'
import type { Sender } from './sender/load-sender.ts'

export type MailSettings = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'BASE_URL'> &
  Partial<Pick<Env, 'MAIL_BOUNCE_DOMAIN' | 'HTTP_ALLOW_PRIVATE'>>
type MailRow = typeof mails.$inferSelect
export type Recipients = Pick<MailRow, 'recipients' | 'cc' | 'bcc'>

/** As it is: nodemailer would encode a text with signs of JSON, which no provider reads. */
const asIs = (value: string) => ({ prepared: true, value })
/** How each provider takes a word that its webhook gives back. */
const headersOf: Record<MailProvider, (token: string) => Record<string, ReturnType<typeof asIs>>> =
  {
    ses: (token) => ({ 'X-SES-MESSAGE-TAGS': asIs(`${tokenName}=${token}`) }),
    sendgrid: (token) => ({
      'X-SMTPAPI': asIs(JSON.stringify({ unique_args: { [tokenName]: token } })),
    }),
    postmark: (token) => ({ [`X-PM-Metadata-${tokenName}`]: asIs(token) }),
  }

/** The Message-ID of a mail, so that a repeat after a crash is recognised as the same message. */
const messageIdOf = (mailId: string, baseUrl: string): string =>
  `${mailId}@${new URL(baseUrl).hostname}`

/**
 * Tells other programs that a program wrote this mail, so that none answers it (RFC 3834), and
 * ourselves when it comes back: providers such as SES replace the Message-ID. Exchange heeds only its
 * own header; `All` would also suppress reports about mails that did not arrive.
 */
const marksOf = (baseUrl: string): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
  [loopHeader]: new URL(baseUrl).hostname,
})

/** Lets mail programs stop such mails with one click (RFC 8058). */
const stopHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** What nodemailer sends, without the attached files. `to` are those who get it. */
export function composeMail(
  mail: Pick<MailRow, 'id' | 'subject' | 'text' | 'html' | 'replyTo' | 'stopUrl'>,
  to: Recipients,
  sender: Sender,
  { MAIL_FROM, BASE_URL, MAIL_BOUNCE_DOMAIN }: MailSettings,
) {
  const { replyTo, ...dressed } = dressMail({ text: mail.text, html: mail.html }, sender, MAIL_FROM)
  const answersTo = mail.replyTo ?? replyTo
  const bounceDomain = sender.bounceDomain ?? MAIL_BOUNCE_DOMAIN
  const from = bounceDomain ? bounceAddress(mail.id, bounceDomain) : dressed.from.address
  return {
    ...dressed,
    ...(answersTo === undefined ? {} : { replyTo: answersTo }),
    to: to.recipients,
    cc: to.cc,
    subject: mail.subject,
    messageId: `<${messageIdOf(mail.id, BASE_URL)}>`,
    headers: {
      ...marksOf(BASE_URL),
      ...(mail.stopUrl ? stopHeaders(mail.stopUrl) : {}),
      ...(sender.provider ? headersOf[sender.provider](mailToken(mail.id)) : {}),
    },
    // Blind copies stand in the envelope only.
    envelope: { from, to: [...to.recipients, ...to.cc, ...to.bcc] },
    ...(sender.dkim ? { dkim: sender.dkim } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
