import { sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { runsChannel } from '#lib/engine/store/notify-runs'
import { log } from '#lib/log'
import { asOperation, type CallInfo, type Operation } from '../define-operation.ts'

/**
 * Tells everybody who has one of these screens open that it changed; at most 200, as a notification
 * has room for no more.
 */
export async function tellWatchers(organizationId: string, taskIds: string[]): Promise<void> {
  await inOrganization(organizationId, (tx) =>
    tx.execute(sql`select pg_notify(${runsChannel}, ${taskIds.join(',')})`),
  ).catch((error: unknown) => log.debug({ error }, 'watchers of a screen could not be notified'))
}

/**
 * An operation that tells the watchers of the screen it changed, after its commit; a lost
 * notification costs them a few seconds. `taskOf` names the screen; undefined: none was changed.
 */
export function tellingWatchers<Input, Output>(
  operation: Operation<Input, Output>,
  taskOf: (input: Input, output: Output) => string | undefined,
): Operation<Input, Output> {
  const { keyScope: name, permission } = operation
  const run = async (actor: Actor, input: Input, info: CallInfo = {}): Promise<Output> => {
    const output = await operation(actor, input, info)
    const taskId = taskOf(input, output)
    if (taskId !== undefined) await tellWatchers(actor.organizationId, [taskId])
    return output
  }
  return asOperation({ name, permission }, run)
}
