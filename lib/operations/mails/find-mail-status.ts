import { desc, eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { mails } from '#db/schema/documents'
import { mailEvents } from '#db/schema/mails'
import { ApiError } from '#lib/domain/api-error'
import type { MailStatus } from '#lib/domain/mail/status'

/** How far a mail has got, and the last reason that somebody gave, for a step. Throws 404. */
export async function findMailStatus(
  organizationId: string,
  mailId: string,
): Promise<{ status: MailStatus; error: string | null }> {
  return await inOrganization(organizationId, async (tx) => {
    const [mail] = await tx
      .select({ status: mails.status, error: mails.error })
      .from(mails)
      .where(eq(mails.id, mailId))
    if (!mail) throw ApiError.notFound('mail', mailId)
    const [last] = await tx
      .select({ reason: mailEvents.reason })
      .from(mailEvents)
      .where(eq(mailEvents.mailId, mailId))
      .orderBy(desc(mailEvents.at), desc(mailEvents.id))
      .limit(1)
    return { status: mail.status, error: last?.reason ?? mail.error }
  })
}
