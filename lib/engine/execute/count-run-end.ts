import type pg from 'pg'
import type { RunStatus } from '#lib/domain/statuses'
import { metrics } from '#lib/metrics'
import { isTracing, traceRun } from '#lib/telemetry'
import type { LeasedRun } from '../model/run.ts'
import { findCancelledRun } from '../store/reads/find-cancelled-run.ts'

/** Records in metrics and traces that this process ended a run. */
export function countRunEnd(
  { id, createdAt, workflowId, workflowName }: Ended,
  status: RunStatus,
): void {
  metrics.runsEnded.inc({ status })
  traceEnd({ id, createdAt, workflowId, workflowName }, status)
}

type Ended = Pick<LeasedRun, 'id' | 'createdAt' | 'workflowId' | 'workflowName'>

const traceEnd = ({ id, createdAt, workflowId, workflowName }: Ended, status: RunStatus): void =>
  traceRun(id, workflowName, {
    startedAt: createdAt,
    failed: status === 'failed',
    attributes: { 'rounds.run': id, 'rounds.workflow': workflowId, 'rounds.status': status },
  })

/**
 * Records the trace of a run that was cancelled from outside, which ends without a turn. The
 * cancellation queues a turn all the same, and the worker that finds nothing to do calls this. Such
 * a run names in its error who cancelled it; a run that a turn ended as cancelled does not.
 */
export async function traceCancelledRun(pool: pg.Pool, runId: string): Promise<void> {
  if (!isTracing()) return
  const cancelled = await findCancelledRun(pool, runId)
  if (cancelled) traceEnd(cancelled, 'cancelled')
}
