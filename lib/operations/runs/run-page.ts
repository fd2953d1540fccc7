import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { payloads, runs, tasks, unwrittenTasks } from '#db/schema/runs'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { ChildRunView, RunPage, RunPageTask } from '#lib/contracts/runs/runs'
import { ApiError } from '#lib/domain/api-error'
import { itemCount } from '#lib/domain/run/loop-run'
import type { RunSummary } from '#lib/domain/run/run'
import { definitionOfRun } from '#lib/engine/store/definition-of-run'
import { loadValue } from '#lib/engine/store/payloads'
import { firstIdAt, instantOfId } from '#lib/ids'
import { withLargeValues } from '../tasks/large-values.ts'
import { taskView } from '../tasks/task-view.ts'
import {
  lightTaskColumns,
  runSummaryColumns,
  runTaskColumns,
  taskSize,
  wholeUpTo,
} from '#lib/engine/store/reads/run-columns'

/** Start data and output together, in bytes. */
const dataUpTo = 5 * 1024 * 1024

type SummaryRow = Omit<RunSummary, 'createdAt' | 'finishedAt'> & {
  createdAt: Date
  finishedAt: Date | null
}

export function runSummary(row: SummaryRow): RunSummary {
  const { id, status, holds, trigger, workflow, version, startedBy, error } = row
  return {
    id,
    status,
    holds,
    trigger,
    workflow,
    version,
    title: row.title,
    subtitle: row.subtitle,
    caseColumns: row.caseColumns,
    patientKey: row.patientKey,
    startedBy,
    sandbox: row.sandbox,
    error,
    retriedAs: row.retriedAs,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

type Task = typeof tasks.$inferSelect
type TaskColumns = Omit<Pick<Task, keyof typeof runTaskColumns>, 'state'> & { state: unknown }

export function runTask(task: TaskColumns, whole: boolean): RunPageTask {
  const view = taskView(task)
  return {
    ...view,
    key: task.key,
    title: task.title,
    input: task.input,
    via: task.via,
    logs: task.logs,
    createdAt: task.createdAt.toISOString(),
    handlesStepId: task.handlesStepId,
    priority: task.priority,
    dueAt: task.dueAt?.toISOString() ?? null,
    completedBy: task.completedBy,
    outputTruncated: !whole,
  }
}

/**
 * The number of characters of all inputs and outputs. Postgres counts them, so that a run of
 * gigabytes is never read into memory.
 */
async function sizeOfTasks(tx: Tx, runId: string): Promise<number> {
  const [row] = await tx
    .select({ size: sql<number>`coalesce(sum(${taskSize}), 0)::float8` })
    .from(tasks)
    .where(eq(tasks.runId, runId))
  const [large] = await tx
    .select({ size: sql<number>`coalesce(sum(${payloads.size}), 0)::float8` })
    .from(payloads)
    .where(eq(payloads.runId, runId))
  return (row?.size ?? 0) + (large?.size ?? 0)
}

/** What the task waits for, without the rest of its state. */
const reasonOnly = sql<{
  reason?: string
  waitsFor?: string
  workerLabel?: string
} | null>`nullif(jsonb_strip_nulls(jsonb_build_object('reason', ${tasks.state}->'reason',
  'waitsFor', ${tasks.state}->'waitsFor', 'workerLabel', ${tasks.state}->'workerLabel')), '{}')`

async function tasksOf(
  tx: Tx,
  { id: runId, unwritten }: typeof runs.$inferSelect,
): Promise<RunPageTask[]> {
  if (unwritten) {
    const rows = await tx
      .select()
      .from(unwrittenTasks)
      .where(eq(unwrittenTasks.runId, runId))
      .orderBy(asc(unwrittenTasks.id))
    if (rows.length > 0) return rows.map((task) => runTask(task, true))
  }
  const inRun = eq(tasks.runId, runId)
  if ((await sizeOfTasks(tx, runId)) <= wholeUpTo) {
    const rows = await withLargeValues(
      tx,
      await tx.select(runTaskColumns).from(tasks).where(inRun).orderBy(asc(tasks.id)),
    )
    return rows.map((task) => runTask(task, true))
  }
  const rows = await tx
    .select({ ...lightTaskColumns, state: reasonOnly })
    .from(tasks)
    .where(inRun)
    .orderBy(asc(tasks.id))
  return rows.map((task) => runTask({ ...task, input: null, output: null, logs: [] }, false))
}

type RunData = Pick<RunPage, 'startData' | 'output' | 'truncated' | 'startDataTruncated'>

/**
 * Loads start data and output of a run, also from outside its row. When both are over 5 MB, it answers
 * the start data and no large output; when the start data alone is, its short fields.
 */
export async function loadRunData(
  tx: Tx,
  { id, startData, startRef, output, outputRef }: typeof runs.$inferSelect,
): Promise<RunData> {
  const refs = [startRef, outputRef].filter((ref) => ref !== null)
  const whole = { truncated: false, startDataTruncated: false }
  if (refs.length === 0) return { startData, output: output ?? null, ...whole }
  const rows = await tx
    .select({ hash: payloads.hash, size: payloads.size })
    .from(payloads)
    .where(and(eq(payloads.runId, id), inArray(payloads.hash, refs)))
  const sizeOf = (ref: string | null): number => rows.find(({ hash }) => hash === ref)?.size ?? 0
  const startDataTruncated = sizeOf(startRef) > dataUpTo
  // The same value has one row for both.
  const truncated = sizeOf(startRef) + sizeOf(outputRef) > dataUpTo
  return {
    startData: startDataTruncated ? startData : await loadValue(tx, id, startData, startRef),
    output:
      truncated && outputRef !== null
        ? null
        : ((await loadValue(tx, id, output, outputRef)) ?? null),
    truncated,
    startDataTruncated,
  }
}

/** The newest of a run's children. */
const shownChildren = 200

async function childrenOf(tx: Tx, runId: string): Promise<ChildRunView[]> {
  const items = sql<
    number | null
  >`coalesce((${runs.loop}->>'count')::integer, jsonb_array_length(${runs.loop}->'items'))`
  const rows = await tx
    .select({
      id: runs.id,
      taskId: runs.parentTaskId,
      status: runs.status,
      workflowName: workflows.name,
      from: runs.childIndex,
      items,
      createdAt: runs.createdAt,
      finishedAt: runs.finishedAt,
    })
    .from(runs)
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    // Children are created after their parent, except for clock differences: so earlier months are
    // excluded.
    .where(
      and(
        eq(runs.parentRunId, runId),
        gte(
          runs.id,
          firstIdAt(new Date(Math.max(0, instantOfId(runId).getTime() - 24 * 3_600_000))),
        ),
      ),
    )
    .orderBy(desc(runs.id))
    .limit(shownChildren)
  return rows.reverse().map((row) => ({
    ...row,
    taskId: row.taskId ?? '',
    from: row.from ?? 0,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }))
}

async function parentOf(
  tx: Tx,
  { parentRunId, parentTaskId }: typeof runs.$inferSelect,
): Promise<RunPage['parent']> {
  if (!parentRunId || !parentTaskId) return null
  const [row] = await tx
    .select({ workflowName: workflows.name })
    .from(runs)
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    .where(eq(runs.id, parentRunId))
  return { runId: parentRunId, taskId: parentTaskId, workflowName: row?.workflowName ?? '' }
}

/** Gets a run with its tasks, in the order of its definition, and the definition. Throws 404. */
export async function getRunPageOrThrow(tx: Tx, runId: string): Promise<RunPage> {
  const [row] = await tx
    .select({ ...runSummaryColumns, run: runs, definition: workflowVersions.definition })
    .from(runs)
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    .leftJoin(workflowVersions, eq(workflowVersions.id, runs.versionId))
    .where(eq(runs.id, runId))
  if (!row) throw ApiError.notFound('run', runId)
  return {
    ...runSummary(row),
    revision: row.run.revision,
    ...(await loadRunData(tx, row.run)),
    definition: row.definition ?? (await definitionOfRun(tx, row.run)),
    retriedFromRunId: row.run.retriedFromRunId,
    tasks: await tasksOf(tx, row.run),
    parent: await parentOf(tx, row.run),
    loop: row.run.loop
      ? { stepId: row.run.loop.stepId, from: row.run.loop.from, items: itemCount(row.run.loop) }
      : null,
    children: await childrenOf(tx, runId),
  }
}
