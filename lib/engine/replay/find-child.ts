import type pg from 'pg'
import { readChildId, readVersionOf } from '../store/reads/recorded-child.ts'
import type { AskedChild, FoundChild } from './child-replay.ts'
import { loadRecordedRuns } from './load-recorded-runs.ts'
import type { RecordedRun, RecordedTask } from './recorded-run.ts'

/**
 * The recorded child run of a task, with the definition that the step would run now. Undefined where
 * no child run was recorded, or no such version is there.
 */
export async function findChild(
  pool: pg.Pool,
  { run }: RecordedRun,
  task: RecordedTask,
  { workflow, version }: AskedChild,
): Promise<FoundChild | undefined> {
  const { organizationId } = run
  const [id, definition] = await Promise.all([
    readChildId(pool, organizationId, { taskId: task.id, runId: run.id }),
    readVersionOf(pool, organizationId, { workflow, version }),
  ])
  if (id === undefined || !definition) return undefined
  const [recorded] = await loadRecordedRuns(pool, organizationId, [id])
  return recorded && { recorded, definition }
}
