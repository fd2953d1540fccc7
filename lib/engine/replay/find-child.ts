import type pg from 'pg'
import { readChildId, readVersionOf } from '../store/reads/recorded-child.ts'
import type { AskedChild, FoundChild } from './child-replay.ts'
import { loadRecordedRuns } from './load-recorded-runs.ts'
import type { RecordedRun, RecordedTask } from './recorded-run.ts'

/** The recorded child run of a task: the copy of it, else the run itself while it is kept. */
export async function recordedChild(
  pool: pg.Pool,
  { run, children }: RecordedRun,
  task: RecordedTask,
): Promise<RecordedRun | undefined> {
  const copied = children?.get(task.id)
  if (copied) return copied
  const { id: runId, organizationId } = run
  const id = await readChildId(pool, organizationId, { taskId: task.id, runId })
  if (id === undefined) return undefined
  const [recorded] = await loadRecordedRuns(pool, organizationId, [id])
  return recorded
}

/**
 * The recorded child run of a task, with the definition that the step would run now. Undefined where
 * no child run was recorded, or no such version is there.
 */
export async function findChild(
  pool: pg.Pool,
  around: RecordedRun,
  task: RecordedTask,
  { workflow, version }: AskedChild,
): Promise<FoundChild | undefined> {
  const [recorded, definition] = await Promise.all([
    recordedChild(pool, around, task),
    readVersionOf(pool, around.run.organizationId, { workflow, version }),
  ])
  return recorded && definition && { recorded, definition }
}
