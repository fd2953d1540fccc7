import { and, asc, eq, sql } from 'drizzle-orm'
import { connections } from '#db/schema/connections'
import type { ConnectionView } from '#lib/contracts/integrations/connections'
import type { Page, PageQuery } from '#lib/domain/page'
import type { ConnectionKind } from '#lib/domain/statuses'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'
import { connectionView } from './connection-view.ts'

export const listConnections = defineOperation<
  PageQuery & { kind?: ConnectionKind | undefined },
  Page<ConnectionView>
>({
  name: 'listConnections',
  permission: 'connections:read',
  async run({ input, tx }) {
    const { kind, slug } = connections
    return await keysetPage(input, {
      shape: [cursorValue.text, cursorValue.text],
      rows: (after, count) =>
        tx
          .select()
          .from(connections)
          .where(
            and(
              input.kind && eq(kind, input.kind),
              after && sql`(${kind}, ${slug}) > (${after[0]}, ${after[1]})`,
            ),
          )
          .orderBy(asc(kind), asc(slug))
          .limit(count),
      keyOf: (row) => [row.kind, row.slug],
      view: connectionView,
    })
  },
})
