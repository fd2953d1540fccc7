import type { mails } from '#db/schema/documents'
import type { MailSummary } from '#lib/contracts/runs/mails'

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
