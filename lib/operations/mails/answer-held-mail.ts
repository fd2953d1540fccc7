import { and, eq } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { mails } from '#db/schema/documents'
import type { HeldMailAnswer, MailSummary } from '#lib/contracts/runs/mails'
import { ApiError } from '#lib/domain/api-error'
import { ofVisibleRuns } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { mailSummary } from './mail-view.ts'
import { endMailWaiting } from './reports/mail-waiting.ts'

type Row = typeof mails.$inferSelect

function changeOf(answer: HeldMailAnswer, by: string): Pick<Row, 'status' | 'error'> {
  if (answer === 'send') return { status: 'queued', error: null }
  if (answer === 'was-sent') return { status: 'sent', error: null }
  return { status: 'failed', error: `${by} decided that it is not sent.` }
}

async function apply(tx: Tx, mail: Row, answer: HeldMailAnswer, by: string): Promise<Row> {
  const [changed] = await tx
    .update(mails)
    .set({ ...changeOf(answer, by), ...(answer === 'was-sent' ? { sentAt: sql`now()` } : {}) })
    .where(eq(mails.id, mail.id))
    .returning()
  if (!changed) throw ApiError.notFound('mail', mail.id)
  if (answer === 'send') await tx.execute(sql`select enqueue_mail(${mail.id}::uuid)`)
  else await endMailWaiting(tx, changed)
  return changed
}

/**
 * A person's answer about a mail that is held after a restore: it was sent after the backup, it is
 * to be sent, or it is left. Throws 404, and 409 when it is not held any more.
 */
export const answerHeldMail = defineOperation<{ id: string; answer: HeldMailAnswer }, MailSummary>({
  name: 'answerHeldMail',
  permission: 'mails:manage',
  audit: ({ input, output }) => ({
    action: 'mail.answered',
    objectKind: 'mail',
    objectId: output.id,
    details: { answer: input.answer },
  }),
  async run({ actor, input, tx }) {
    const [mail] = await tx
      .select()
      .from(mails)
      .where(
        and(eq(mails.id, input.id), eq(mails.private, false), ofVisibleRuns(actor, mails.runId)),
      )
      .for('update')
    if (!mail) throw ApiError.notFound('mail', input.id)
    if (mail.status !== 'held')
      throw new ApiError('conflict', 'This mail is not held any more. Reload to see its status.')
    return mailSummary(await apply(tx, mail, input.answer, actor.name))
  },
})
