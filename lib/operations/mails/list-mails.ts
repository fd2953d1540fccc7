import { and, desc, eq, lt } from 'drizzle-orm'
import { mails } from '#db/schema/documents'
import type { MailSummary } from '#lib/contracts/runs/mails'
import type { Page, PageQuery } from '#lib/domain/page'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { ofVisibleRuns } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { mailSummary } from './mail-view.ts'

/**
 * The outbox, newest first; the mails of a run are for who sees the run. Ids are UUIDs of version
 * 7, so they sort by time.
 */
export const listMails = defineOperation<
  PageQuery & { status?: MailSummary['status'] | undefined },
  Page<MailSummary>
>({
  name: 'listMails',
  permission: 'mails:read',
  async run({ actor, input, tx }) {
    const visible = ofVisibleRuns(actor, mails.runId)
    const withStatus = input.status && eq(mails.status, input.status)
    return await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select()
          .from(mails)
          .where(
            and(eq(mails.private, false), withStatus, visible, after && lt(mails.id, after[0])),
          )
          .orderBy(desc(mails.id))
          .limit(count),
      keyOf: ({ id }) => [id],
      view: mailSummary,
    })
  },
})
