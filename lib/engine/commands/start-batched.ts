import pg from 'pg'
import { coalesced } from '#lib/coalesce'
import type { Definition } from '#lib/domain/workflow/definition'
import { runTitle } from '#lib/domain/run/run-title'
import type { RunStatus, RunTrigger } from '#lib/domain/statuses'
import { instantOfId } from '#lib/ids'
import { log } from '#lib/log'
import type { StepType } from '#lib/steps/define-step'
import { recordAttempt } from '../execute/attempt.ts'
import { countRunEnd } from '../execute/count-run-end.ts'
import { runInline, type InlineResult } from '../execute/run-inline.ts'
import { faultPoint } from '../store/fault-points.ts'
import { priorities } from '../store/lock-run.ts'
import { inRowBytes } from '../store/payloads.ts'
import { hasLongBacklog } from './fairness.ts'
import { startRuns, type NewRun, type StartAnswer, type StartAudit } from './start-runs.ts'

type Start = {
  runId: string
  organizationId: string
  workflowId: string
  /** When the workflow was named by its slug: it must still be this one's. */
  slug: string | null
  versionId: string
  definition: Definition
  /** Small start data, checked by the caller. */
  startData: unknown
  trigger: RunTrigger
  startedBy: string
  startedByUserId: string | null
  audit: StartAudit
}
type Requested = Start & { inline: InlineResult | undefined }

/**
 * How a batched start ended. Besides the refusals of the statement: its start data are too large
 * for a row, the backlog of its organization is counted apart, or Postgres refused the batch for
 * any of its runs.
 */
export type BatchedStart =
  | { status: Extract<RunStatus, 'running' | 'completed'>; refusal: null }
  | {
      refusal:
        | NonNullable<StartAnswer['refusal']>
        | 'large-start-data'
        | 'long-backlog'
        | 'batch-failed'
    }

const priority = priorities.normal

function newRunOf({ runId, definition, inline, ...start }: Requested): NewRun {
  return {
    id: runId,
    workflowId: start.workflowId,
    slug: start.slug,
    versionId: start.versionId,
    asPublished: true,
    admitted: false,
    slot: null,
    draft: null,
    plannedAt: null,
    trigger: start.trigger,
    startedBy: start.startedBy,
    startedByUserId: start.startedByUserId,
    title: runTitle(definition.settings.runTitle, start.startData),
    startData: start.startData,
    startRef: null,
    retriedFromRunId: null,
    unwritten: inline === undefined,
    tasks: inline?.tasks ?? [],
    queuePlace: null,
    end: inline ?? null,
    audit: start.audit,
  }
}

const startTogether = coalesced<Requested, BatchedStart>(
  async (starts, organizationId) => {
    try {
      faultPoint('before-start-batched')
      const answers = await startRuns({ organizationId, priority, runs: starts.map(newRunOf) })
      faultPoint('after-start-batched')
      return answers.map((answer, index) => recorded(starts[index], answer))
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

/** The end of a run that was executed inline is counted when it is written, not before. */
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
 * Starts a run of a published version together with the others of its organization that start in
 * the same moment: one transaction, one round trip. With `inline`, the step types of this process,
 * a run whose steps only compute is executed first (run-inline.ts) and starts as `completed`. A
 * refusal is an answer with its reason; `startRun` in a transaction of its own then starts the run,
 * or throws what the caller is to hear.
 */
export async function startBatched(
  start: Start,
  { inline: stepTypes }: { inline?: Map<string, StepType> } = {},
): Promise<BatchedStart> {
  if (Buffer.byteLength(JSON.stringify(start.startData)) > inRowBytes)
    return { refusal: 'large-start-data' }
  const inline = stepTypes && (await tryInline(start, stepTypes))
  if (!inline && hasLongBacklog(start.organizationId, priority)) return { refusal: 'long-backlog' }
  return await startTogether({ ...start, inline }, start.organizationId)
}

async function tryInline(
  start: Start,
  stepTypes: Map<string, StepType>,
): Promise<InlineResult | undefined> {
  try {
    return await runInline(start, stepTypes)
  } catch (error) {
    log.warn({ error, runId: start.runId }, 'a run could not be executed inline; a worker does it')
    return undefined
  }
}
