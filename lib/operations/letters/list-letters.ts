import { and, desc, eq, lt } from 'drizzle-orm'
import { letters } from '#db/schema/letters'
import type { LetterSummary } from '#lib/contracts/integrations/letters'
import type { LetterStatus } from '#lib/domain/provider/letter-words'
import type { Page, PageQuery } from '#lib/domain/page'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { ofVisibleRuns } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { letterSummary } from './letter-view.ts'

/**
 * The organization's letters, newest first; the letters of a run are for who sees the run. Ids are
 * UUIDs of version 7, so they sort by time.
 */
export const listLetters = defineOperation<
  PageQuery & { status?: LetterStatus | undefined; runId?: string | undefined },
  Page<LetterSummary>
>({
  name: 'listLetters',
  permission: 'letters:read',
  async run({ actor, input, tx }) {
    const visible = ofVisibleRuns(actor, letters.runId)
    const chosen = and(
      input.status && eq(letters.status, input.status),
      input.runId === undefined ? undefined : eq(letters.runId, input.runId),
    )
    return await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select()
          .from(letters)
          .where(and(chosen, visible, after && lt(letters.id, after[0])))
          .orderBy(desc(letters.id))
          .limit(count),
      keyOf: ({ id }) => [id],
      view: letterSummary,
    })
  },
})
