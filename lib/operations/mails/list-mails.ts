import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import { mails } from '#db/schema/documents'
import type { MailSummary } from '#lib/contracts/runs/mails'
import type { Page, PageQuery } from '#lib/domain/page'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { ofVisibleRuns } from '../access/access-sql.ts'
import { containing } from '../containing.ts'
import { defineOperation } from '../define-operation.ts'
import { mailSummary } from './mail-view.ts'

/** Mails with this text in their subject or an address, whatever its case. */
function hasText(text: string) {
  const pattern = containing(text)
  const addresses = sql`concat_ws(' ', ${mails.recipients}, ${mails.cc}, ${mails.bcc})`
  return or(sql`${mails.subject} ilike ${pattern}`, sql`${addresses} ilike ${pattern}`)
}

/**
 * The outbox, newest first; the mails of a run are for who sees the run. Ids are UUIDs of version
 * 7, so they sort by time.
 */
export const listMails = defineOperation<
  PageQuery & { status?: MailSummary['status'] | undefined; q?: string | undefined },
  Page<MailSummary>
>({
  name: 'listMails',
  permission: 'mails:read',
  async run({ actor, input, tx }) {
    const visible = ofVisibleRuns(actor, mails.runId)
    const withStatus = input.status && eq(mails.status, input.status)
    const found = input.q === undefined ? undefined : hasText(input.q)
    return await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select()
          .from(mails)
          .where(
            and(
              eq(mails.private, false),
              withStatus,
              found,
              visible,
              after && lt(mails.id, after[0]),
            ),
          )
          .orderBy(desc(mails.id))
          .limit(count),
      keyOf: ({ id }) => [id],
      view: mailSummary,
    })
  },
})
