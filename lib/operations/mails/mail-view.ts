import type { mails } from '#db/schema/documents'
import type { mailEvents } from '#db/schema/mails'
import type { MailEventView, MailSummary } from '#lib/contracts/runs/mails'

type Row = Pick<
  typeof mails.$inferSelect,
  'id' | 'recipients' | 'subject' | 'status' | 'error' | 'runId' | 'taskId' | 'createdAt' | 'sentAt'
>

export function mailSummary({
  id,
  recipients,
  subject,
  status,
  error,
  runId,
  taskId,
  createdAt,
  sentAt,
}: Row): MailSummary {
  return {
    id,
    recipients,
    subject,
    status,
    error,
    runId,
    taskId,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }
}

type EventRow = Pick<
  typeof mailEvents.$inferSelect,
  'type' | 'recipient' | 'hard' | 'code' | 'reason' | 'at'
>

export const mailEventView = ({
  type,
  recipient,
  hard,
  code,
  reason,
  at,
}: EventRow): MailEventView => ({
  type,
  recipient,
  hard,
  code,
  reason,
  at: at.toISOString(),
})
