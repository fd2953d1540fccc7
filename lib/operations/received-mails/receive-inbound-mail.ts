import { createHash, timingSafeEqual } from 'node:crypto'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { env } from '#lib/env'
import { readPostmarkMail } from '#lib/integrations/received-mail/postmark'
import type { ProviderMail } from '#lib/integrations/received-mail/provider-mail'
import { readSendgridMail } from '#lib/integrations/received-mail/sendgrid'
import { maxReportBytes } from '#lib/documents/mail-reports/report-messages'
import { log } from '#lib/log'
import { readCapped } from '#lib/read-capped'
import { isReportAddress, receiveDeliveryReport } from '../mails/receive-delivery-report.ts'
import { findMailRecipient, type MailRecipient } from './find-recipient.ts'
import { MailRefused, MessageCheck } from './message-check.ts'
import { storeMail } from './store-mail.ts'

export type MailWebhook = {
  provider: 'postmark' | 'sendgrid'
  headers: { get(name: string): string | null }
  body: AsyncIterable<Uint8Array> | null
}

/** A message of 25 MB, as JSON or a form. */
const maxBytes = 50 * 1024 * 1024

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Providers keep the password in the address that they call, and send it as Basic. */
function requirePassword(authorization: string | null): void {
  const { MAIL_IN_WEBHOOK_PASSWORD } = env()
  if (MAIL_IN_WEBHOOK_PASSWORD === undefined)
    throw new ApiError(
      'forbidden',
      'Mails by webhook are closed. The operator opens them by MAIL_IN_WEBHOOK_PASSWORD.',
    )
  const encoded = /^Basic +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  const given = Buffer.from(encoded, 'base64')
    .toString()
    .replace(/^[^:]*:/, '')
  if (!timingSafeEqual(digest(given), digest(MAIL_IN_WEBHOOK_PASSWORD)))
    throw new ApiError(
      'unauthorized',
      'Enter the address with its password: https://mail:<password>@…',
    )
}

async function readProviderMail({ provider, headers, body }: MailWebhook): Promise<ProviderMail> {
  const tooLarge = () =>
    new ApiError('payload_too_large', 'A mail has at most 25 MB here.', { maxBytes })
  const bytes = await readCapped(body, maxBytes, tooLarge)
  if (provider === 'postmark') return readPostmarkMail(bytes)
  return await readSendgridMail(headers.get('content-type') ?? '', bytes)
}

/** Providers may have changed the ends of lines; a mail has CR LF. */
const withLineEnds = (raw: Buffer): Buffer =>
  Buffer.from(raw.toString('latin1').replaceAll(/\r\n|\r|\n/g, '\r\n'), 'latin1')

type Recipients = { addresses: MailRecipient[]; reports: string[] }

async function recipientsOf({ recipients }: ProviderMail): Promise<Recipients> {
  const found: Recipients = { addresses: [], reports: [] }
  for (const address of new Set(recipients.map((each) => each.trim().toLowerCase()))) {
    if (isReportAddress(address)) {
      found.reports.push(address)
      continue
    }
    const recipient = await findMailRecipient(address)
    if (recipient) found.addresses.push(recipient)
  }
  return found
}

async function* of(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/**
 * Receives a mail from a provider that received it for us. A repeated message changes nothing. One
 * that is refused, or for nobody here, is answered as taken, because the provider would send it
 * again. Throws 401 and 403 without the installation's password.
 */
export async function receiveInboundMail(
  _nobody: Actor,
  webhook: MailWebhook,
): Promise<Record<string, unknown>> {
  requirePassword(webhook.headers.get('authorization'))
  const mail = await readProviderMail(webhook)
  const raw = withLineEnds(mail.raw)
  const check = new MessageCheck()
  try {
    for await (const _part of check.through(of(raw)));
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    log.warn({ provider: webhook.provider, why: error.message }, 'a mail of a provider was refused')
    return { stored: 0 }
  }
  const identity = check.identity()
  const { sender, remoteAddress } = mail
  const { addresses, reports } = await recipientsOf(mail)
  for (const recipient of addresses)
    await storeMail({
      recipient,
      sender,
      remoteAddress,
      helo: null,
      identity,
      content: () => of(raw),
    })
  for (const address of reports)
    await receiveDeliveryReport(raw.subarray(0, maxReportBytes), address)
  const { length: stored } = addresses
  log.info(
    { provider: webhook.provider, recipients: stored, reports: reports.length },
    'a mail of a provider was received',
  )
  return { stored }
}
