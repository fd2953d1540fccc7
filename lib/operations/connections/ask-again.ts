import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import type { ConnectionRow } from './connection-view.ts'

/**
 * Has the steps that wait for workers with the connection's former label look again whose they are.
 * Some of them may wait for another connection: those find the same label again.
 */
export async function askAgain(
  tx: Tx,
  organizationId: string,
  { workerLabel }: Pick<ConnectionRow, 'workerLabel'>,
): Promise<void> {
  if (workerLabel === null) return
  await tx.execute(sql`
    with waiting as materialized (
      select id from runs where waits_for_label = ${workerLabel}
        and organization_id = ${organizationId}::uuid and status = 'suspended' and not parked
      order by id for update),
    asked as (
      update tasks set state = state - 'waitsFor' - 'workerLabel' from waiting
      where run_id = waiting.id and tasks.status = 'pending'
        and state->>'waitsFor' = 'worker' and state->>'workerLabel' = ${workerLabel}),
    woken as (
      update runs set status = 'running', revision = revision + 1 from waiting
      where runs.id = waiting.id returning runs.id, priority)
    select enqueue_run(id, priority) from woken`)
}
