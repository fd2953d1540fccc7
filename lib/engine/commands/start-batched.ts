import pg from 'pg'
import { coalesced } from '#lib/coalesce'
import { instantOfId } from '#lib/ids'
import { recordAttempt } from '../execute/attempt.ts'
import { countRunEnd } from '../execute/count-run-end.ts'
import type { InlineResult } from '../execute/run-inline.ts'
import { faultPoint } from '../store/fault-points.ts'
import { hasLongBacklog } from '../store/commits/fairness.ts'
import { priorities } from '../store/lock-run.ts'
import { startRuns, type NewRun, type StartAnswer } from '../store/commits/start-runs.ts'
import type { NewStart } from '../execute/turns.ts'

/**
 * How a batched start ended. Besides the refusals of the statement: the backlog of its organization
 * must be counted apart, or Postgres refused the batch for any of its runs.
 */
export type BatchedStart =
  | { status: 'running' | 'completed'; refusal: null }
  | { refusal: NonNullable<StartAnswer['refusal']> | 'long-backlog' | 'batch-failed' }

const priority = priorities.normal

/** A run that goes through the queue, or that was executed inline. */
type Requested = NewStart & { inline?: InlineResult | undefined }

const newRunOf = ({
  runId,
  organizationId: _organizationId,
  inline,
  ...start
}: Requested): NewRun => ({
  ...start,
  sandbox: start.sandbox ?? false,
  id: runId,
  asPublished: true,
  admitted: false,
  slot: null,
  draft: null,
  plannedAt: null,
  startRef: null,
  retriedFromRunId: null,
  unwritten: inline === undefined,
  tasks: inline?.tasks ?? [],
  queuePlace: null,
  leaseWorker: null,
  left: inline ? { status: 'completed', ...inline } : null,
  expected: null,
})

const startTogether = coalesced<Requested, BatchedStart>(
  async (starts, organizationId) => {
    try {
      faultPoint('before-start-batched')
      const answers = await startRuns({ organizationId, priority, runs: starts.map(newRunOf) })
      faultPoint('after-start-batched')
      return answers.map((answer, index) => recorded(starts[index], answer))
    } catch (error) {
      // Postgres refused the statement, so it wrote nothing. Each run is then started alone, and
      // the one at fault gets the error. A lost answer is no such refusal.
      if (error instanceof pg.DatabaseError && error.severity === 'ERROR')
        return starts.map(() => ({ refusal: 'batch-failed' }))
      throw error
    }
  },
  { atMost: 50, gatherMs: 3 },
)

/** Records the end of a run that was executed inline when it is written, not before. */
function recorded(start: Requested | undefined, answer: StartAnswer): BatchedStart {
  if (answer.refusal !== null) return { refusal: answer.refusal }
  if (!start?.inline) return { status: 'running', refusal: null }
  for (const { prepared, startedAt, endedAt } of start.inline.attempts)
    recordAttempt(prepared, startedAt, endedAt)
  const { runId, workflowId } = start
  const { workflowName } = answer
  countRunEnd({ id: runId, createdAt: instantOfId(runId), workflowId, workflowName }, 'completed')
  return { status: 'completed', refusal: null }
}

/**
 * Starts a run of a published version through the queue, or writes one that was executed inline,
 * together with others of its organization that start in the same moment: one transaction, one
 * round trip. A refusal is answered with its reason; `startRun` in its own transaction then starts
 * the run, or throws the error for the caller.
 */
export async function startBatched(start: Requested): Promise<BatchedStart> {
  if (!start.inline && hasLongBacklog(start.organizationId, priority))
    return { refusal: 'long-backlog' }
  return await startTogether(start, start.organizationId)
}
