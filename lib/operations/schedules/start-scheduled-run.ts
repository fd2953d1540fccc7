import type { Tx } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import type { OccurrenceKind, OccurrenceStatus } from '#lib/domain/schedule/schedule'
import { startRun } from '#lib/engine/commands/start-run'
import { priorities } from '#lib/engine/store/lock-run'
import { holdIfBefore } from '../restores/hold-if-before.ts'
import { needsCheckAhead, readStartData, startDataCheckOf } from '../runs/start-data.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import type { ScheduleRow } from './schedule-view.ts'

type Start = { plannedAt: Date; kind: OccurrenceKind; by?: { name: string; userId: string | null } }

/**
 * Ends the transaction of a start with large data, because nothing may keep a database connection
 * while it waits for a process. The start is repeated after `check`. A caller sees this error when
 * the data was changed since the check.
 */
export class NotCheckedAhead extends ApiError {
  readonly startData: Record<string, unknown>
  readonly #organizationId: string
  readonly #schema: Record<string, unknown>

  constructor({ organizationId, startData }: ScheduleRow, schema: Record<string, unknown>) {
    super('conflict', 'The start data of this schedule have just been changed. Try again.')
    this.startData = startData
    this.#organizationId = organizationId
    this.#schema = schema
  }

  /** Throws what the check throws. */
  async check(): Promise<void> {
    const checkFor = { organizationId: this.#organizationId }
    await startDataCheckOf(this.startData, checkFor, async () => this.#schema)
  }
}

const priorityOf: Record<OccurrenceKind, number> = {
  scheduled: priorities.schedule,
  'run-now': priorities.normal,
  backfill: priorities.backfill,
}

/**
 * Starts the run of one occurrence in the caller's transaction, with the version published now.
 * Throws why it cannot start, and `NotCheckedAhead` for large start data.
 */
export async function startScheduledRun(
  tx: Tx,
  schedule: ScheduleRow,
  { plannedAt, kind, by }: Start,
): Promise<{ runId: string }> {
  const workflow = await getWorkflowOrThrow(tx, schedule.workflowId)
  const version = await publishedVersionOrThrow(tx, workflow)
  const { organizationId, startData } = schedule
  const schema = version.definition.startData
  if (needsCheckAhead(startData)) throw new NotCheckedAhead(schedule, schema)
  const started = await startRun(tx, {
    organizationId,
    workflowId: workflow.id,
    versionId: version.id,
    definition: version.definition,
    startData: await readStartData(tx, schema, startData, 'startData', { organizationId }),
    trigger: 'schedule',
    priority: priorityOf[kind],
    plannedAt,
    startedBy: by ? `${schedule.name}, by ${by.name}` : schedule.name,
    startedByUserId: by?.userId ?? null,
  })
  // A person who starts a run now or fills in a past period knows what they do.
  if (kind === 'scheduled') await holdIfBefore(tx, started.runId, plannedAt)
  return started
}

type Attempt = {
  status: Extract<OccurrenceStatus, 'started' | 'skipped' | 'failed'>
  runId: string | null
  reason: string | null
}

/** Temporary refusals, which are not the schedule's fault. */
const passing = new Set(['workflow_paused', 'workflow_busy'])

/**
 * The same, but answers why the run could not start; the start is then rolled back. Throws
 * `NotCheckedAhead`.
 */
export async function tryScheduledRun(
  tx: Tx,
  schedule: ScheduleRow,
  start: Start,
): Promise<Attempt> {
  try {
    const { runId } = await tx.transaction(
      async (inner) => await startScheduledRun(inner, schedule, start),
    )
    return { status: 'started', runId, reason: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error instanceof NotCheckedAhead) throw error
    return {
      status: passing.has(error.code) ? 'skipped' : 'failed',
      runId: null,
      reason: error.message,
    }
  }
}
