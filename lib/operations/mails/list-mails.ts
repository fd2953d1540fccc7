import { and, desc, eq, lt } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { mails } from '#db/schema/documents'
import type { MailSummary } from '#lib/contracts/mails'
import { ApiError } from '#lib/domain/api-error'
import type { Page, PageQuery } from '#lib/domain/page'
import { decodeCursor, pageOfRows } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'
import { mailSummary } from './mail-view.ts'

/** The outbox, newest first. Ids are UUIDs of version 7, so they sort by time. */
export const listMails = defineOperation<
  PageQuery & { status?: MailSummary['status'] | undefined },
  Page<MailSummary>
>({
  name: 'listMails',
  permission: 'mails:read',
  async run({ input, tx }) {
    const after = decodeCursor(input.cursor, 1)?.[0]
    if (after !== undefined && !isUuid(after))
      throw ApiError.invalid([
        {
          path: 'cursor',
          message:
            'This cursor is not one of ours. Use nextCursor of the answer before, unchanged.',
        },
      ])
    const rows = await tx
      .select()
      .from(mails)
      .where(
        and(
          input.status ? eq(mails.status, input.status) : undefined,
          after ? lt(mails.id, after) : undefined,
        ),
      )
      .orderBy(desc(mails.id))
      .limit(input.limit + 1)
    return pageOfRows(rows, input.limit, (row) => [row.id], mailSummary)
  },
})
