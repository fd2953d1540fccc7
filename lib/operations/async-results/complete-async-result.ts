import { sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { openKinds, type AsyncResultView } from '#lib/domain/run/async-result'
import type { Failure } from '#lib/domain/run/run'
import { endAsyncResult } from '#lib/engine/commands/end-async-result'
import { runsChannel } from '#lib/engine/store/notify-runs'
import { log } from '#lib/log'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { asyncResultView } from './async-result-view.ts'
import { getAsyncResultFor } from './find-async-result.ts'

type Input = { id: string; result?: unknown; error?: Failure | undefined }

const complete = defineOperation<Input, AsyncResultView>({
  name: 'completeAsyncResult',
  permission: 'async-results:manage',
  audit: ({ input, output }) => ({
    action: 'async-result.completed',
    objectKind: 'async-result',
    objectId: input.id,
    details: { status: output.status },
  }),
  async run({ actor, input: { id, result, error }, tx }) {
    const { kind } = await getAsyncResultFor(tx, actor, id)
    if (!openKinds.includes(kind))
      throw new ApiError(
        'conflict',
        `Rounds itself computes this async result (${kind}); it cannot be completed by hand.`,
        { id, kind },
      )
    return await asyncResultView(
      await endAsyncResult(
        tx,
        actor.organizationId,
        id,
        error ? { status: 'failed', error } : { status: 'completed', result },
      ),
    )
  },
})

async function completeAndTell(
  actor: Actor,
  input: Input,
  info: CallInfo = {},
): Promise<AsyncResultView> {
  const view = await complete(actor, input, info)
  await inOrganization(actor.organizationId, (tx) =>
    tx.execute(sql`select pg_notify(${runsChannel}, ${view.id})`),
  ).catch((error: unknown) =>
    log.debug({ error }, 'watchers of an async result could not be notified'),
  )
  return view
}

/**
 * Completes an async result; runs that wait for it go on. Callers with an open GET are notified
 * after the commit; if the notification is lost, they find it by polling a second later.
 */
export const completeAsyncResult = asOperation(
  { name: complete.keyScope, permission: complete.permission },
  completeAndTell,
)
