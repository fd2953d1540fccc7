import { eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { receivedMails } from '#db/schema/received-mails'
import { ApiError } from '#lib/domain/api-error'
import type { MailContent, MailFile } from '#lib/domain/received-mail'
import { receivesMails } from './addresses.ts'
import { insertReplyAddress } from './answer-waiting.ts'

/**
 * The address at which a person answers the run, for a step; the same key has the same address.
 * Throws 422 where no mails are received.
 */
export async function runReplyAddress(
  organizationId: string,
  waiting: { key: string; runId: string; taskId: string; workflowId: string },
): Promise<{ address: string; asyncResultId: string }> {
  if (!receivesMails())
    throw new ApiError(
      'unprocessable',
      'This installation receives no mails, so no answer would arrive. Set MAIL_IN_PORT, or ' +
        'MAIL_IN_WEBHOOK_PASSWORD for the webhook of a provider (docs/receiving-mail.md).',
    )
  return await inOrganization(organizationId, (tx) =>
    insertReplyAddress(tx, organizationId, waiting),
  )
}

/** The mail with which a person answered the run, for the step that waited. Throws 404. */
export async function runReceivedMail(
  organizationId: string,
  id: string,
): Promise<{ content: MailContent; files: MailFile[] }> {
  const [mail] = await inOrganization(organizationId, (tx) =>
    tx.select().from(receivedMails).where(eq(receivedMails.id, id)),
  )
  if (!mail?.content) throw ApiError.notFound('received mail', id)
  return { content: mail.content, files: mail.attachments }
}
