import type { Tx } from '#db/client'
import type { CodeWay } from '#lib/domain/secure-message-words'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { queueMail } from '../mails/queue-mail.ts'
import { addressSuppressed } from '#lib/domain/mail/suppressed'
import { nameOfOrganization } from '../organizations/name-of-organization.ts'

const dateOf = (instant: Date): string =>
  instant.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const aboutCode: Record<CodeWay, string> = {
  mail: 'It asks for a one-time code, which comes in a separate mail when you ask for it.',
  phone: 'It asks for a one-time code, which the sender tells you by phone.',
  sms: 'It asks for a one-time code, which comes to your mobile phone when you ask for it.',
  question:
    'It asks a question that the sender agreed on with you, and for a one-time code, which comes ' +
    'in a separate mail when you ask for it.',
}

/**
 * The link of a recipient. The token stands behind the `#`: browsers send it to no server, so it is
 * in no access log, of ours, of a proxy or of a program that checks links.
 */
const linkOf = (token: string): string => `${env().BASE_URL}/m#${token}`

type Link = { email: string; codeWay: CodeWay; token: string; expiresAt: Date }

/**
 * Mails the link. The mail says nothing of the message, not even its subject. It is private: it
 * stands encrypted in the outbox and is emptied when it is sent. Throws 409 for a suppressed address.
 */
export async function mailLink(
  tx: Tx,
  organizationId: string,
  { email, codeWay, token, expiresAt }: Link,
): Promise<string> {
  const organization = await nameOfOrganization(tx, organizationId)
  const { mailId, status } = await queueMail(tx, organizationId, {
    key: `secure-message:${newId()}`,
    to: [email],
    subject: `A secure message from ${oneLine(organization)}`,
    text: [
      `${organization} sent you a secure message.`,
      `Read it here:\n${linkOf(token)}`,
      `The page opens until ${dateOf(expiresAt)}. ${aboutCode[codeWay]}`,
      'If you do not expect a message, delete this mail. Nobody can read the message by the link alone.',
    ].join('\n\n'),
    private: true,
  })
  if (status === 'suppressed') throw addressSuppressed()
  return mailId
}

/** Mails a code. It has no link, so that nobody learns to follow links of such mails. */
export async function mailCode(
  tx: Tx,
  organizationId: string,
  { email, code }: { email: string; code: string },
): Promise<void> {
  const organization = await nameOfOrganization(tx, organizationId)
  await queueMail(tx, organizationId, {
    key: `secure-message:${newId()}`,
    to: [email],
    subject: 'Your one-time code',
    text: [
      `Your code for the secure message from ${organization}:`,
      code,
      'It is valid for 10 minutes and works once. Enter it on the page that asked for it, and tell ' +
        'it to nobody. If you asked for no code, do nothing.',
    ].join('\n\n'),
    private: true,
  })
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
