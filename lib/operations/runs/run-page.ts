import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { RunPage, RunPageTask } from '#lib/contracts/runs'
import { ApiError } from '#lib/domain/api-error'
import type { RunSummary } from '#lib/domain/run'
import { taskView } from '../tasks/task-view.ts'

/** Over this many characters of inputs, outputs, states and logs in all, the tasks are answered without them. */
const wholeUpTo = 2_000_000

export const runSummaryColumns = {
  id: runs.id,
  status: runs.status,
  trigger: runs.trigger,
  startedBy: runs.startedBy,
  error: runs.error,
  createdAt: runs.createdAt,
  finishedAt: runs.finishedAt,
  version: workflowVersions.number,
  workflow: { id: workflows.id, slug: workflows.slug, name: workflows.name },
}

type SummaryRow = Omit<RunSummary, 'createdAt' | 'finishedAt'> & { createdAt: Date; finishedAt: Date | null }

export function runSummary(row: SummaryRow): RunSummary {
  const { id, status, trigger, workflow, version, startedBy, error } = row
  return { id, status, trigger, workflow, version, startedBy, error, createdAt: row.createdAt.toISOString(), finishedAt: row.finishedAt?.toISOString() ?? null }
}

function runTask(task: typeof tasks.$inferSelect, whole: boolean): RunPageTask {
  const view = taskView(task)
  return {
    ...view,
    ...(whole ? {} : { output: null, state: null }),
    key: task.key,
    title: task.title,
    input: whole ? task.input : null,
    via: task.via,
    logs: whole ? task.logs : [],
    createdAt: task.createdAt.toISOString(),
    handlesStepId: task.handlesStepId,
    priority: task.priority,
    dueAt: task.dueAt?.toISOString() ?? null,
    completedBy: task.completedBy,
    outputTruncated: !whole,
  }
}

const sizeOf = (task: typeof tasks.$inferSelect) => JSON.stringify([task.input, task.output, task.state, task.logs]).length

/** A run with its tasks in the order of its definition and the definition it runs. Throws 404. */
export async function getRunPageOrThrow(tx: Tx, runId: string): Promise<RunPage> {
  const [row] = await tx
    .select({ ...runSummaryColumns, run: runs, definition: workflowVersions.definition })
    .from(runs)
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    .leftJoin(workflowVersions, eq(workflowVersions.id, runs.versionId))
    .where(eq(runs.id, runId))
  if (!row) throw ApiError.notFound('run', runId)
  const rows = await tx.select().from(tasks).where(and(eq(tasks.runId, runId))).orderBy(asc(tasks.id))
  const whole = rows.reduce((sum, task) => sum + sizeOf(task), 0) <= wholeUpTo
  return {
    ...runSummary(row),
    revision: row.run.revision,
    startData: row.run.startData,
    output: row.run.output ?? null,
    definition: row.run.draftDefinition ?? row.definition,
    retriedFromRunId: row.run.retriedFromRunId,
    tasks: rows.map((task) => runTask(task, whole)),
  }
}
