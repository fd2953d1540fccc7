import { log } from '#lib/log'
import { isTerminalRun } from '#lib/domain/statuses'
import type { Commit, LeasedRun, TaskWrite } from '../model/run.ts'

/**
 * Logs what a commit wrote: steps that failed for good, calls with an unknown outcome, and ends of
 * runs. Ids and codes only, since messages and details may name patients. `runId` and `taskId` lead
 * to the run's page, and the first is the trace's id with hyphens.
 */
export function logCommit(
  { id: runId, workflowId }: LeasedRun,
  tasks: TaskWrite[],
  run: Commit['run'],
): void {
  for (const { id: taskId, stepId, status, attempt, error, state } of tasks) {
    if (status === 'failed')
      log.info({ runId, taskId, stepId, attempt, code: error?.code }, 'a step failed')
    else if (status === 'suspended' && state?.reason === 'unknown-outcome')
      log.warn(
        { runId, taskId, stepId, attempt, code: error?.code },
        'the outcome of a call is unknown; a person has to decide',
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
