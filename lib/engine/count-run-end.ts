import type { RunStatus } from '#lib/domain/statuses'
import { metrics } from '#lib/metrics'
import { traceRun } from '#lib/telemetry'
import type { LeasedRun } from './run-store.ts'

/** Tells metrics and traces that a worker has brought a run to its end. */
export function countRunEnd({ id, createdAt, workflowId, workflowName }: LeasedRun, status: RunStatus): void {
  metrics.runsEnded.inc({ status })
  traceRun(id, workflowName, { startedAt: createdAt, failed: status === 'failed', attributes: { 'rounds.run': id, 'rounds.workflow': workflowId, 'rounds.status': status } })
}
