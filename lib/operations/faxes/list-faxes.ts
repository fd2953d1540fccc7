import { and, desc, eq, lt } from 'drizzle-orm'
import { faxes } from '#db/schema/faxes'
import type { FaxView } from '#lib/contracts/integrations/faxes'
import type { Page, PageQuery } from '#lib/domain/page'
import type { FaxDirection, FaxStatus } from '#lib/domain/provider/fax'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { ofVisibleRuns } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import type { FaxRow } from './apply-fax-state.ts'

const view = ({
  id: faxId,
  direction,
  status,
  connection,
  provider,
  providerId,
  pages,
  fileId,
  failure,
  runId,
  createdBy,
  createdAt,
}: FaxRow): FaxView => ({
  faxId,
  direction,
  status,
  connection,
  provider,
  providerId,
  pages,
  fileId,
  failure,
  runId,
  createdBy,
  createdAt: createdAt.toISOString(),
})

type Query = PageQuery & {
  direction?: FaxDirection | undefined
  status?: FaxStatus | undefined
}

/**
 * The organization's faxes, newest first; those of a run are for who sees the run. Ids are UUIDs of
 * version 7, so they sort by time.
 */
export const listFaxes = defineOperation<Query, Page<FaxView>>({
  name: 'listFaxes',
  permission: 'letters:read',
  async run({ actor, input, tx }) {
    const visible = ofVisibleRuns(actor, faxes.runId)
    const chosen = and(
      input.direction && eq(faxes.direction, input.direction),
      input.status && eq(faxes.status, input.status),
    )
    return await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select()
          .from(faxes)
          .where(and(chosen, visible, after && lt(faxes.id, after[0])))
          .orderBy(desc(faxes.id))
          .limit(count),
      keyOf: ({ id }) => [id],
      view,
    })
  },
})
