import { log } from '#lib/log'
import { isTerminalRun } from '#lib/domain/statuses'
import type { Commit, LeasedRun, TaskWrite } from '../model/run.ts'

/**
 * What the log says of a commit that was written: steps that failed for good, calls of which nobody
 * knows whether they happened, and how runs ended. Ids and codes only, since messages and details
 * may name patients; `runId` and `taskId` lead to the run's page, and the first is the trace's id
 * without its hyphens.
 */
export function logCommit(
  { id: runId, workflowId }: LeasedRun,
  tasks: TaskWrite[],
  run: Commit['run'],
): void {
  for (const { id: taskId, stepId, status, attempt, error, state } of tasks) {
    if (status === 'failed')
      log.info({ runId, taskId, stepId, attempt, code: error?.code }, 'a step failed')
    else if (status === 'suspended' && state?.['reason'] === 'unknown-outcome')
      log.warn(
        { runId, taskId, stepId, attempt, code: error?.code },
        'nobody knows whether a call happened; a person has to tell',
      )
  }
  if (!run || !isTerminalRun(run.status)) return
  if (run.status === 'failed')
    log.info(
      { runId, workflowId, stepId: run.error?.stepId, code: run.error?.code },
      'a run failed',
    )
  else log.debug({ runId, workflowId }, `a run was ${run.status}`)
}
