import { and, eq, sql } from 'drizzle-orm'
import nodemailer from 'nodemailer'
import { z } from 'zod'
import { engineDb } from '#db/client'
import { mails } from '#db/schema/documents'
import { env } from '#lib/env'
import { log } from '#lib/log'

const payloadSchema = z.object({ mailId: z.uuid() })
const timeoutMs = 20_000

/** A refusal that the next try would get again (RFC 5321 §4.2.1: 5yz is permanent). */
const isPermanent = (error: unknown): boolean => {
  const code = (error as { responseCode?: unknown }).responseCode
  return typeof code === 'number' && code >= 500 && code < 600
}

const reasonOf = (error: unknown): string => {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return responseCode ? `The mail server refused it (${responseCode}).` : `The mail server could not be reached (${code ?? 'unknown reason'}).`
}

/**
 * The queue's job `mail`: sends one mail of the outbox, or keeps it to be read in the app when no SMTP server is set. Throws when sending failed and a
 * later try may do better: the queue then tries again with growing delays. The row is locked while it is sent, so two workers never send one mail;
 * the Message-ID is made from the mail's id, so that a repeat after a crash in mid-send is recognised as the same message.
 */
export async function deliverMail(payload: unknown): Promise<void> {
  const { mailId } = payloadSchema.parse(payload)
  const { SMTP_URL, MAIL_FROM, BASE_URL } = env()
  const failed = await engineDb().transaction(async (tx) => {
    const [mail] = await tx.select().from(mails).where(and(eq(mails.id, mailId), eq(mails.status, 'queued'))).for('update')
    if (!mail) return undefined
    if (!SMTP_URL) {
      await tx.update(mails).set({ status: 'kept' }).where(eq(mails.id, mailId))
      return undefined
    }
    const transport = nodemailer.createTransport(SMTP_URL, { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs })
    try {
      await transport.sendMail({
        from: MAIL_FROM,
        to: mail.recipients,
        subject: mail.subject,
        text: mail.text,
        ...(mail.html ? { html: mail.html } : {}),
        messageId: `<${mail.id}@${new URL(BASE_URL).hostname}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await tx.update(mails).set({ status: 'sent', sentAt: sql`now()`, error: null }).where(eq(mails.id, mailId))
      return undefined
    } catch (error) {
      const reason = reasonOf(error)
      log.warn({ mailId, reason }, 'a mail was not sent')
      await tx.update(mails).set({ error: reason, ...(isPermanent(error) ? { status: 'failed' as const } : {}) }).where(eq(mails.id, mailId))
      return isPermanent(error) ? undefined : reason
    } finally {
      transport.close()
    }
  })
  if (failed) throw new Error(failed)
}
