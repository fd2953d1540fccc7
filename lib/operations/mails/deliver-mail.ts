import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { engineDb } from '#db/client'
import { mails } from '#db/schema/documents'
import { faultPoint } from '#lib/engine/store/fault-points'
import { env, type Env } from '#lib/env'
import { log } from '#lib/log'
import { openText } from '#lib/sealed-text'
import { dressMail } from './dress-mail.ts'
import { loadSender } from './load-sender.ts'
import { privateMailPlace } from './private-mail.ts'

const payloadSchema = z.object({ mailId: z.uuid() })
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}
const giveUpAfterMs = 3 * 24 * 60 * 60 * 1000

type Settings = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'BASE_URL'>
type Sent = { rejected?: (string | { address: string })[] }
type Refusal = { responseCode?: unknown; code?: unknown }

/**
 * Whether the server refuses this mail permanently (RFC 5321 §4.2.1: 5yz). Wrong credentials are
 * not permanent: the operator can correct them, so the mail waits.
 */
function isPermanent(error: unknown): boolean {
  const { responseCode, code } = error as Refusal
  return (
    code !== 'EAUTH' &&
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    responseCode < 600
  )
}

function reasonOf(error: unknown): string {
  const { responseCode, code } = error as Refusal
  if (code === 'EAUTH') return 'The mail server refused the user name or password in SMTP_URL.'
  if (typeof responseCode === 'number') return `The mail server refused it (${responseCode}).`
  const reason = typeof code === 'string' ? code : 'unknown reason'
  return `The mail server could not be reached (${reason}).`
}

/**
 * A server may accept a mail for some recipients and refuse others. The mail then counts as sent,
 * with this error.
 */
function refusedFor({ rejected = [] }: Sent): string | null {
  return rejected.length > 0
    ? 'The mail server refused these recipients: ' +
        `${rejected.map((each) => (typeof each === 'string' ? each : each.address)).join(', ')}.`
    : null
}

/**
 * The queue's job `mail`: sends one mail of the outbox, or only stores it when no SMTP server is
 * set. Throws when sending failed and may succeed later: the queue then tries again with growing
 * delays, for three days. The row is locked while it is sent, so two workers never send one mail.
 * The Message-ID is made from the mail's id, so that a repeat after a crash is recognised as the
 * same message.
 */
export async function deliverMail(
  payload: unknown,
  { SMTP_URL, MAIL_FROM, BASE_URL }: Settings = env(),
): Promise<void> {
  const { mailId } = payloadSchema.parse(payload)
  const failed = await engineDb().transaction(async (tx) => {
    const [mail] = await tx
      .select()
      .from(mails)
      .where(and(eq(mails.id, mailId), eq(mails.status, 'queued')))
      .for('update')
    if (!mail) return undefined
    // What is over needs no secret any more.
    const emptied = mail.private ? { text: '' } : {}
    if (!SMTP_URL) {
      await tx
        .update(mails)
        .set({ status: 'kept', ...emptied })
        .where(eq(mails.id, mailId))
      return undefined
    }
    // Half a megabyte of sources, for processes most of which never send a mail.
    const { default: nodemailer } = await import('nodemailer')
    const text = mail.private ? openText(privateMailPlace(mailId), mail.text) : mail.text
    const sender = await loadSender(tx, mail.organizationId)
    const dressed = dressMail({ text, html: mail.html }, sender, MAIL_FROM)
    const transport = nodemailer.createTransport(SMTP_URL, timeouts)
    try {
      const sent: Sent = await transport.sendMail({
        ...dressed,
        to: mail.recipients,
        subject: mail.subject,
        messageId: `<${mail.id}@${new URL(BASE_URL).hostname}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      faultPoint('before-mail-sent')
      await tx
        .update(mails)
        .set({ status: 'sent', sentAt: sql`now()`, error: refusedFor(sent), ...emptied })
        .where(eq(mails.id, mailId))
      return undefined
    } catch (error) {
      const reason = reasonOf(error)
      log.warn({ mailId, reason }, 'a mail was not sent')
      const over = isPermanent(error) || Date.now() - mail.createdAt.getTime() > giveUpAfterMs
      await tx
        .update(mails)
        .set({ error: reason, ...(over ? { status: 'failed' as const, ...emptied } : {}) })
        .where(eq(mails.id, mailId))
      return over ? undefined : reason
    } finally {
      transport.close()
    }
  })
  faultPoint('after-mail-sent')
  if (failed) throw new Error(failed)
}
