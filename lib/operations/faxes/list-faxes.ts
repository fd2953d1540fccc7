import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import { faxes } from '#db/schema/faxes'
import type { FaxView } from '#lib/contracts/integrations/faxes'
import type { Page, PageQuery } from '#lib/domain/page'
import { faxNumberOf } from '#lib/domain/provider/fax'
import type { FaxDirection, FaxStatus } from '#lib/domain/provider/fax-words'
import { isUuid } from '#lib/ids'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { ofVisibleRuns } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { faxNumberHash } from './fax-details.ts'
import { faxView } from './fax-view.ts'

type Query = PageQuery & {
  direction?: FaxDirection | undefined
  status?: FaxStatus | undefined
  /** A number in any spelling, or an id of ours or of the provider. */
  q?: string | undefined
  runId?: string | undefined
}

/** The faxes that a text names. */
function named(organizationId: string, q: string) {
  const number = faxNumberOf(q)
  return or(
    eq(faxes.providerId, q),
    isUuid(q) ? eq(faxes.id, q.toLowerCase()) : undefined,
    number ? eq(faxes.numberHash, faxNumberHash(organizationId, number)) : undefined,
  )
}

const ofRun = (runId: string) =>
  or(eq(faxes.runId, runId), sql`${faxes.earlierRunIds} @> array[${runId}]::uuid[]`)

/**
 * The organization's faxes, newest first; those of a run are for who sees the run. Ids are UUIDs of
 * version 7, so they sort by time.
 */
export const listFaxes = defineOperation<Query, Page<FaxView>>({
  name: 'listFaxes',
  permission: 'letters:read',
  async run({ actor, input, tx }) {
    const visible = ofVisibleRuns(actor, faxes.runId)
    const q = input.q?.trim()
    const chosen = and(
      input.direction && eq(faxes.direction, input.direction),
      input.status && eq(faxes.status, input.status),
      q ? named(actor.organizationId, q) : undefined,
      input.runId === undefined ? undefined : ofRun(input.runId),
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
      view: faxView,
    })
  },
})
