import pg from 'pg'
import { coalesced } from '#lib/coalesce'
import { faultPoint } from '../store/fault-points.ts'
import { hasLongBacklog } from '../store/fairness.ts'
import { priorities } from '../store/lock-run.ts'
import { startRuns, type NewRun, type StartAnswer } from '../store/start-runs.ts'
import type { NewStart } from '../execute/turns.ts'

/**
 * How a batched start ended. Besides the refusals of the statement: the backlog of its organization
 * is counted apart, or Postgres refused the batch for any of its runs.
 */
export type BatchedStart =
  | { status: 'running'; refusal: null }
  | { refusal: NonNullable<StartAnswer['refusal']> | 'long-backlog' | 'batch-failed' }

const priority = priorities.normal

const newRunOf = ({ runId, organizationId: _organizationId, ...start }: NewStart): NewRun => ({
  ...start,
  id: runId,
  asPublished: true,
  admitted: false,
  slot: null,
  draft: null,
  plannedAt: null,
  startRef: null,
  retriedFromRunId: null,
  unwritten: true,
  tasks: [],
  queuePlace: null,
  leaseWorker: null,
  left: null,
  expected: null,
})

const startTogether = coalesced<NewStart, BatchedStart>(
  async (starts, organizationId) => {
    try {
      faultPoint('before-start-batched')
      const answers = await startRuns({ organizationId, priority, runs: starts.map(newRunOf) })
      faultPoint('after-start-batched')
      return answers.map(({ refusal }) =>
        refusal === null ? { status: 'running', refusal } : { refusal },
      )
    } catch (error) {
      // Postgres refused the statement, so it wrote nothing: each run is then started by itself,
      // and the one at fault gets the error. A lost answer is no such refusal.
      if (error instanceof pg.DatabaseError && error.severity === 'ERROR')
        return starts.map(() => ({ refusal: 'batch-failed' }))
      throw error
    }
  },
  { atMost: 50, gatherMs: 3 },
)

/**
 * Starts a run of a published version through the queue, together with the others of its
 * organization that start in the same moment: one transaction, one round trip. A refusal is an
 * answer with its reason; `startRun` in a transaction of its own then starts the run, or throws
 * what the caller is to hear.
 */
export async function startBatched(start: NewStart): Promise<BatchedStart> {
  if (hasLongBacklog(start.organizationId, priority)) return { refusal: 'long-backlog' }
  return await startTogether(start, start.organizationId)
}
