import { and, desc, eq, lt } from 'drizzle-orm'
import { connectionHistory, connections } from '#db/schema/connections'
import type { ConnectionCall } from '#lib/contracts/integrations/connections'
import { ApiError } from '#lib/domain/api-error'
import type { Page, PageQuery } from '#lib/domain/page'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { visibleAmong } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { maxStoredCalls } from './record-calls.ts'

type Row = typeof connectionHistory.$inferSelect

type Seen = ReadonlySet<string>

function callerOf({ runId, taskId, requestId }: Row, seen: Seen): ConnectionCall['by'] {
  if (runId && !seen.has(runId)) return { kind: 'run', runId: null, taskId: null }
  if (runId) return { kind: 'run', runId, taskId }
  return requestId ? { kind: 'request', requestId } : { kind: 'service' }
}

function callView(row: Row, seen: Seen): ConnectionCall {
  const { id, at, operation, durationMs, error, providerStatus, providerCode } = row
  return {
    id,
    at: at.toISOString(),
    operation,
    ok: error === null,
    error,
    providerStatus,
    providerCode,
    durationMs,
    by: callerOf(row, seen),
  }
}

/**
 * Lists the last calls of a connection, newest end first; of runs that the caller does not see
 * without their ids. Throws 404.
 */
export const listConnectionCalls = defineOperation<
  PageQuery & { id: string },
  Page<ConnectionCall>
>({
  name: 'listConnectionCalls',
  permission: 'connections:read',
  async run({ actor, input: { id, limit, cursor }, tx }) {
    const [connection] = await tx
      .select({ id: connections.id })
      .from(connections)
      .where(eq(connections.id, id))
    if (!connection) throw ApiError.notFound('connection', id)
    const query = { cursor, limit: Math.min(limit, maxStoredCalls) }
    const page = await keysetPage(query, {
      shape: [cursorValue.uuid],
      rows(after, count) {
        const older = after && lt(connectionHistory.id, after[0])
        return tx
          .select()
          .from(connectionHistory)
          .where(and(eq(connectionHistory.connectionId, id), older))
          .orderBy(desc(connectionHistory.id))
          .limit(count)
      },
      keyOf: (row) => [row.id],
      view: (row) => row,
    })
    const runIds = page.items.flatMap(({ runId }) => runId ?? [])
    const seen = await visibleAmong(tx, actor, runIds)
    return { ...page, items: page.items.map((row) => callView(row, seen)) }
  },
})
