import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { authDb, inOrganization } from '#db/client'
import { readMailReport } from '#lib/documents/mail-reports/ask-report'
import type { MailReport, ReportedRecipient } from '#lib/documents/mail-reports/report-messages'
import { isAddressDead, statusIn, type MailEventType } from '#lib/domain/mail/status'
import { env } from '#lib/env'
import { log } from '#lib/log'
import { applyMailEvents, type MailNews } from './reports/apply-mail-events.ts'
import { mailOfAddress } from './reports/bounce-address.ts'

const types: Record<ReportedRecipient['action'], MailEventType | undefined> = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: 'delivered',
  // Handed on to a server that reports nothing more, and to a list: what became of it is unknown.
  relayed: undefined,
  expanded: undefined,
}

/** A report has no id of its own: the same words about the same mail are the same event. */
const idOf = (mailId: string, ...words: (string | null)[]): string =>
  createHash('sha256')
    .update(JSON.stringify([mailId, ...words]))
    .digest('hex')

function newsOf(mailId: string, report: MailReport): MailNews[] {
  const at = new Date()
  if (report.kind === 'complaint')
    return [...new Set(report.recipients.length > 0 ? report.recipients : [null])].map(
      (recipient) => ({
        type: 'complained',
        recipient,
        hard: false,
        code: null,
        reason: `A complaint (${report.feedback})`,
        eventId: idOf(mailId, 'complaint', recipient),
        at,
      }),
    )
  if (report.kind === 'other') return []
  return report.recipients.flatMap(({ final, original, action, status, diagnostic }) => {
    const type = types[action]
    if (type === undefined) return []
    // The address that we wrote to stands in the original; the final one may be a forwarded one.
    const recipient = original ?? final
    const code = status ?? statusIn(diagnostic ?? '') ?? null
    const hard = type === 'bounced' && isAddressDead(code)
    const eventId = idOf(mailId, type, recipient, code)
    return [{ type, recipient, hard, code, reason: diagnostic, eventId, at }]
  })
}

async function findOrganization(mailId: string): Promise<string | undefined> {
  const { rows } = await authDb().execute<{ id: string | null }>(
    sql`select organization_of_mail(${mailId}::uuid) as id`,
  )
  return rows[0]?.id ?? undefined
}

/** Where services that collect complaints send them: no token is in their address. */
const isComplaintsAddress = (address: string): boolean => {
  const { MAIL_BOUNCE_DOMAIN } = env()
  return (
    MAIL_BOUNCE_DOMAIN !== undefined &&
    address.trim().toLowerCase() === `complaints@${MAIL_BOUNCE_DOMAIN}`
  )
}

/**
 * Whether mails to this address are reports about mails of ours: `bounce+<token>@mail.example.com`,
 * and `complaints@` of MAIL_BOUNCE_DOMAIN. It asks nobody, so it may be asked for every recipient.
 */
export const isReportAddress = (envelopeRecipient: string): boolean =>
  mailOfAddress(envelopeRecipient) !== undefined || isComplaintsAddress(envelopeRecipient)

async function apply(organizationId: string, mailId: string, report: MailReport): Promise<void> {
  const news = newsOf(mailId, report)
  if (news.length > 0)
    await inOrganization(organizationId, (tx) => applyMailEvents(tx, mailId, 'report', news))
  log.info({ mailId, report: report.kind }, 'a report about a mail was received')
}

/** A complaint without a token in its address: the mail that it quotes has one in its path. */
async function receiveComplaint(raw: Uint8Array): Promise<void> {
  const report = await readMailReport('complaints', raw)
  if (report.kind !== 'complaint') return
  const mailId = report.senders.map(mailOfAddress).find((id) => id !== undefined)
  const organizationId = mailId && (await findOrganization(mailId))
  if (mailId && organizationId) await apply(organizationId, mailId, report)
}

/**
 * Takes a mail that came to `envelopeRecipient`: a delivery status notification or a complaint about
 * a mail that we sent. Answers whether the address was one of ours; then the mail has been dealt
 * with, also one that is no report, such as an automatic answer. The same report may come again.
 * Throws when it cannot be read now: its sender must try again (SMTP 451).
 */
export async function receiveDeliveryReport(
  raw: Uint8Array,
  envelopeRecipient: string,
): Promise<boolean> {
  const mailId = mailOfAddress(envelopeRecipient)
  if (mailId === undefined) {
    if (!isComplaintsAddress(envelopeRecipient)) return false
    await receiveComplaint(raw)
    return true
  }
  const organizationId = await findOrganization(mailId)
  // The mail is gone: there is nothing to tell of it any more.
  if (organizationId === undefined) return true
  await apply(organizationId, mailId, await readMailReport(organizationId, raw))
  return true
}
