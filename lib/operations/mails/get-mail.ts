import { and, asc, eq } from 'drizzle-orm'
import { mails } from '#db/schema/documents'
import { mailEvents } from '#db/schema/mails'
import type { MailView } from '#lib/contracts/runs/mails'
import { ApiError } from '#lib/domain/api-error'
import { ofVisibleRuns } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { mailEventView, mailSummary } from './mail-view.ts'

/** Reads a mail of the outbox, of a run only for who sees the run. Throws 404. */
export const getMail = defineOperation<{ id: string }, MailView>({
  name: 'getMail',
  permission: 'mails:read',
  audit: ({ output }) => ({ action: 'mail.read', objectKind: 'mail', objectId: output.id }),
  async run({ actor, input, tx }) {
    const [mail] = await tx
      .select()
      .from(mails)
      .where(
        and(eq(mails.id, input.id), eq(mails.private, false), ofVisibleRuns(actor, mails.runId)),
      )
    if (!mail) throw ApiError.notFound('mail', input.id)
    const events = await tx
      .select()
      .from(mailEvents)
      .where(eq(mailEvents.mailId, mail.id))
      .orderBy(asc(mailEvents.at), asc(mailEvents.id))
      .limit(500)
    const { cc, bcc, replyTo, text, html, attachments } = mail
    return {
      ...mailSummary(mail),
      cc,
      bcc,
      replyTo,
      text,
      html,
      attachments,
      events: events.map(mailEventView),
    }
  },
})
