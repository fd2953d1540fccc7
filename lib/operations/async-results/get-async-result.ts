import { eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import type { Actor } from '#lib/auth/actor'
import type { AsyncResultView } from '#lib/domain/run/async-result'
import { watchRuns } from '#lib/engine/watch/watch'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { asyncResultView } from './async-result-view.ts'
import { getAsyncResultFor } from './find-async-result.ts'

type Row = typeof asyncResults.$inferSelect

/**
 * The audit log has an entry when the result is delivered, but not while it is pending: a caller
 * that asks every second would fill the log.
 */
const readAsyncResult = defineOperation<{ id: string }, Row>({
  name: 'getAsyncResult',
  permission: 'async-results:read',
  audit: ({ input, output }) =>
    output.status === 'pending'
      ? undefined
      : {
          action: 'async-result.read',
          objectKind: 'async-result',
          objectId: input.id,
          details: { kind: output.kind, status: output.status },
        },
  run: async ({ actor, input, tx }) => await getAsyncResultFor(tx, actor, input.id),
})

async function hasEnded(organizationId: string, id: string): Promise<boolean> {
  const [row] = await inOrganization(organizationId, (tx) =>
    tx.select({ status: asyncResults.status }).from(asyncResults).where(eq(asyncResults.id, id)),
  )
  return row !== undefined && row.status !== 'pending'
}

async function readAndWait(
  actor: Actor,
  { id, wait = 0 }: { id: string; wait?: number },
  info: CallInfo = {},
): Promise<AsyncResultView> {
  let row = await readAsyncResult(actor, { id }, info)
  if (row.status === 'pending' && wait > 0) {
    await watchRuns().waitUntil(id, () => hasEnded(actor.organizationId, id), {
      timeoutMs: wait * 1000,
      signal: info.signal,
    })
    row = await readAsyncResult(actor, { id }, info)
  }
  return await asyncResultView(row)
}

/**
 * Reads an async result; waits up to `wait` seconds for its end. Throws 404.
 */
export const getAsyncResult = asOperation(
  { name: readAsyncResult.keyScope, permission: readAsyncResult.permission },
  readAndWait,
)
