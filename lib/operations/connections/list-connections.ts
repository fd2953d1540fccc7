import { and, asc, eq, sql } from 'drizzle-orm'
import { connections } from '#db/schema/connections'
import type { ConnectionView } from '#lib/contracts/connections'
import type { Page, PageQuery } from '#lib/domain/page'
import type { ConnectionKind } from '#lib/domain/statuses'
import { decodeCursor, pageOfRows } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'
import { connectionView } from './connection-view.ts'

export const listConnections = defineOperation<
  PageQuery & { kind?: ConnectionKind | undefined },
  Page<ConnectionView>
>({
  name: 'listConnections',
  permission: 'connections:read',
  async run({ input, tx }) {
    const after = decodeCursor(input.cursor, 2)
    const rows = await tx
      .select()
      .from(connections)
      .where(
        and(
          input.kind ? eq(connections.kind, input.kind) : undefined,
          after
            ? sql`(${connections.kind}, ${connections.slug}) > (${after[0]}, ${after[1]})`
            : undefined,
        ),
      )
      .orderBy(asc(connections.kind), asc(connections.slug))
      .limit(input.limit + 1)
    return pageOfRows(rows, input.limit, (row) => [row.kind, row.slug], connectionView)
  },
})
