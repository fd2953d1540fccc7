import type { Tx } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import type { OccurrenceKind, OccurrenceStatus } from '#lib/domain/schedule/schedule'
import { startRun } from '#lib/engine/commands/start-run'
import { priorities } from '#lib/engine/store/lock-run'
import { readStartData } from '../runs/start-data.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import type { ScheduleRow } from './schedule-view.ts'

type Start = { plannedAt: Date; kind: OccurrenceKind; by?: { name: string; userId: string | null } }

const priorityOf: Record<OccurrenceKind, number> = {
  scheduled: priorities.schedule,
  'run-now': priorities.normal,
  backfill: priorities.backfill,
}

/**
 * Starts the run of one occurrence in the caller's transaction, with the version published now.
 * Throws what stands in its way.
 */
export async function startScheduledRun(
  tx: Tx,
  schedule: ScheduleRow,
  { plannedAt, kind, by }: Start,
): Promise<{ runId: string }> {
  const workflow = await getWorkflowOrThrow(tx, schedule.workflowId)
  const version = await publishedVersionOrThrow(tx, workflow)
  return await startRun(tx, {
    organizationId: schedule.organizationId,
    workflowId: workflow.id,
    versionId: version.id,
    definition: version.definition,
    startData: await readStartData(
      tx,
      version.definition.startData,
      schedule.startData,
      'startData',
      {
        organizationId: schedule.organizationId,
      },
    ),
    trigger: 'schedule',
    priority: priorityOf[kind],
    plannedAt,
    startedBy: by ? `${schedule.name}, by ${by.name}` : schedule.name,
    startedByUserId: by?.userId ?? null,
  })
}

type Attempt = {
  status: Extract<OccurrenceStatus, 'started' | 'skipped' | 'failed'>
  runId: string | null
  reason: string | null
}

/** Refusals that lie in the moment, not in the schedule. */
const passing = new Set(['workflow_paused', 'workflow_busy'])

/** The same, with what stood in its way as an answer; then nothing of the start is left. */
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
    if (!(error instanceof ApiError)) throw error
    return {
      status: passing.has(error.code) ? 'skipped' : 'failed',
      runId: null,
      reason: error.message,
    }
  }
}
