import { and, desc, eq, lt } from 'drizzle-orm'
import { textMessages } from '#db/schema/text-messages'
import type { TextMessageView } from '#lib/contracts/integrations/text-messages'
import type { Page, PageQuery } from '#lib/domain/page'
import type { TextMessageStatus } from '#lib/domain/provider/text-message'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { ofVisibleRuns } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { textMessageView } from './text-message-view.ts'

/**
 * The organization's text messages, newest first; those of a run are for who sees the run. Ids are
 * UUIDs of version 7, so they sort by time.
 */
export const listTextMessages = defineOperation<
  PageQuery & { status?: TextMessageStatus | undefined },
  Page<TextMessageView>
>({
  name: 'listTextMessages',
  permission: 'letters:read',
  async run({ actor, input, tx }) {
    const visible = ofVisibleRuns(actor, textMessages.runId)
    const withStatus = input.status && eq(textMessages.status, input.status)
    return await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select()
          .from(textMessages)
          .where(and(withStatus, visible, after && lt(textMessages.id, after[0])))
          .orderBy(desc(textMessages.id))
          .limit(count),
      keyOf: ({ id }) => [id],
      view: textMessageView,
    })
  },
})
