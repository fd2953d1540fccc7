import { and, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { workflows, workflowVersions } from '#db/schema/workflows'
import { ApiError } from '#lib/domain/api-error'
import type { Definition } from '#lib/domain/workflow/definition'
import { isTerminalRun } from '#lib/domain/statuses'
import { definitionOfRun } from '../store/definition-of-run.ts'
import { loadValue } from '../store/payloads.ts'
import { planOf, type Plan } from '../model/plan.ts'
import { startRun, type CarriedTask } from './start-run.ts'

type Retry = {
  organizationId: string
  runId: string
  /** When left out, everything runs again. */
  stepId: string | undefined
  /** `newest` is the current published version (for a test run: the current draft). */
  version: 'same' | 'newest'
  by: string
  byUserId: string | null
  /** A test key retries; the retry of a run that reaches sandboxes only stays one. */
  sandbox?: boolean
  /** Replaces the start data of the first run. */
  startData?: unknown
  /** Refuses a run that was retried before; two callers at once cannot both retry it. */
  onlyOnce?: boolean
}

/**
 * Holds the run until the transaction ends, so that another caller waits here. Throws `conflict`
 * when it was retried.
 */
async function requireFirstRetry(tx: Tx, runId: string): Promise<void> {
  await tx.select({ id: runs.id }).from(runs).where(eq(runs.id, runId)).for('update')
  const later = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.retriedFromRunId, runId), sql`${runs.id} > ${runId}`))
    .limit(1)
  const [retried] = later
  if (retried)
    throw new ApiError('conflict', 'This run was retried before.', { retriedAs: retried.id })
}

/**
 * Starts a new run that repeats an ended one from a step: that step, all steps after it, and every
 * step that had not completed run again; the other tasks are carried over with their outputs.
 * Throws `not_found` for the run or a step that the definition does not have, `conflict` while the
 * run has not ended, and for `onlyOnce` when it was retried.
 */
export async function retryFromStep(tx: Tx, retry: Retry): Promise<{ runId: string }> {
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.id, retry.runId), eq(runs.organizationId, retry.organizationId)))
  if (!run) throw ApiError.notFound('run', retry.runId)
  if (retry.onlyOnce) await requireFirstRetry(tx, run.id)
  if (retry.stepId !== undefined && !isTerminalRun(run.status))
    throw new ApiError(
      'conflict',
      'The run has not ended. Cancel it first, or wait for its end, then retry from a step.',
      { status: run.status },
    )
  if (run.loop)
    throw new ApiError(
      'conflict',
      'This run is a part of a loop. Retry the run around it, from the loop or a step before it.',
      { parentRunId: run.parentRunId },
    )
  const { versionId, definition } =
    retry.version === 'same'
      ? { versionId: run.versionId, definition: await definitionOfRun(tx, run) }
      : await newest(tx, run)
  const plan = planOf(definition)
  if (retry.stepId !== undefined && !plan.order.some(({ key }) => key === retry.stepId))
    throw ApiError.notFound('step', retry.stepId)
  return await startRun(tx, {
    organizationId: retry.organizationId,
    workflowId: run.workflowId,
    versionId,
    definition,
    startData:
      retry.startData === undefined
        ? await loadValue(tx, run.id, run.startData, run.startRef)
        : retry.startData,
    trigger: 'retry',
    startedBy: retry.by,
    startedByUserId: retry.byUserId,
    retriedFromRunId: run.id,
    sandbox: retry.sandbox === true || run.sandbox,
    ...(run.plannedAt ? { plannedAt: run.plannedAt } : {}),
    carriedTasks:
      retry.stepId === undefined ? new Map() : await carried(tx, run.id, plan, retry.stepId),
  })
}

async function newest(
  tx: Tx,
  run: typeof runs.$inferSelect,
): Promise<{ versionId: string | null; definition: Definition }> {
  const [workflow] = await tx.select().from(workflows).where(eq(workflows.id, run.workflowId))
  if (!workflow) throw ApiError.notFound('workflow', run.workflowId)
  if (run.versionId === null) return { versionId: null, definition: workflow.draft }
  const [version] = await tx
    .select({ id: workflowVersions.id, definition: workflowVersions.definition })
    .from(workflowVersions)
    .where(
      workflow.publishedVersionId
        ? eq(workflowVersions.id, workflow.publishedVersionId)
        : eq(workflowVersions.workflowId, workflow.id),
    )
    .orderBy(desc(workflowVersions.number))
    .limit(1)
  if (!version) throw ApiError.notFound('published version of workflow', workflow.slug)
  return { versionId: version.id, definition: version.definition }
}

/** A failed step counts as completed when its handler's output replaced its own. */
async function carried(
  tx: Tx,
  runId: string,
  plan: Plan,
  from: string,
): Promise<Map<string, CarriedTask>> {
  const rows = await tx.select().from(tasks).where(eq(tasks.runId, runId))
  const handled = new Set(
    rows
      .filter(({ status, handlesStepId }) => status === 'completed' && handlesStepId !== null)
      .map(({ handlesStepId }) => handlesStepId),
  )
  const results = new Map<string, CarriedTask>()
  for (const row of rows) {
    const step = plan.steps.get(row.key)
    const stoodIn =
      row.status === 'failed' && step?.on_failure?.then === 'continue' && handled.has(row.stepId)
    if (
      !step ||
      step.type !== row.stepType ||
      !(row.status === 'completed' || row.status === 'skipped' || stoodIn)
    )
      continue
    results.set(row.key, { ...row, status: row.status === 'skipped' ? 'skipped' : 'completed' })
  }
  const again = new Set([from])
  for (const { key: id } of plan.order)
    if (
      !results.has(id) ||
      again.has(id) ||
      plan.incoming.get(id)?.some((edge) => again.has(edge.step))
    ) {
      again.add(id)
      results.delete(id)
    }
  return results
}
