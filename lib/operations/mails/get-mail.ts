import { and, eq } from 'drizzle-orm'
import { mails } from '#db/schema/documents'
import type { MailView } from '#lib/contracts/runs/mails'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { mailSummary } from './mail-view.ts'

export const getMail = defineOperation<{ id: string }, MailView>({
  name: 'getMail',
  permission: 'mails:read',
  audit: ({ output }) => ({ action: 'mail.read', objectKind: 'mail', objectId: output.id }),
  async run({ input, tx }) {
    const [mail] = await tx
      .select()
      .from(mails)
      .where(and(eq(mails.id, input.id), eq(mails.private, false)))
    if (!mail) throw ApiError.notFound('mail', input.id)
    return { ...mailSummary(mail), text: mail.text, html: mail.html }
  },
})
