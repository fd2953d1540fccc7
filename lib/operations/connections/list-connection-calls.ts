import { and, desc, eq, lt } from 'drizzle-orm'
import { connectionHistory, connections } from '#db/schema/connections'
import type { ConnectionCall } from '#lib/contracts/connections'
import { ApiError } from '#lib/domain/api-error'
import type { Page, PageQuery } from '#lib/domain/page'
import { decodeCursor, pageOfRows } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'
import { maxStoredCalls } from './record-calls.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Row = typeof connectionHistory.$inferSelect

function callView({
  id,
  at,
  operation,
  durationMs,
  error,
  providerStatus,
  providerCode,
  runId,
  taskId,
  requestId,
}: Row): ConnectionCall {
  const by = runId
    ? ({ kind: 'run', runId, taskId } as const)
    : requestId
      ? ({ kind: 'request', requestId } as const)
      : ({ kind: 'service' } as const)
  return {
    id,
    at: at.toISOString(),
    operation,
    ok: error === null,
    error,
    providerStatus,
    providerCode,
    durationMs,
    by,
  }
}

/** The last calls of a connection, those that ended last first. Throws 404. */
export const listConnectionCalls = defineOperation<
  PageQuery & { id: string },
  Page<ConnectionCall>
>({
  name: 'listConnectionCalls',
  permission: 'connections:read',
  async run({ input: { id, limit, cursor }, tx }) {
    const [connection] = await tx
      .select({ id: connections.id })
      .from(connections)
      .where(eq(connections.id, id))
    if (!connection) throw ApiError.notFound('connection', id)
    const after = decodeCursor(cursor, [uuid])
    const before = after ? lt(connectionHistory.id, after[0] ?? '') : undefined
    const rows = await tx
      .select()
      .from(connectionHistory)
      .where(and(eq(connectionHistory.connectionId, id), before))
      .orderBy(desc(connectionHistory.id))
      .limit(Math.min(limit, maxStoredCalls) + 1)
    return pageOfRows(rows, Math.min(limit, maxStoredCalls), (row) => [row.id], callView)
  },
})
