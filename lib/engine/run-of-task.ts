import type { Tx } from '#db/client'
import { runPrepared } from '#db/run-prepared'

/**
 * The run that a task of the organization belongs to; undefined when there is no such task. Only here a task is looked for in every month: prepared, since to
 * plan that look takes many times as long as the look. What follows names the run, and so one month.
 */
export async function runOfTask(tx: Tx, taskId: string): Promise<string | undefined> {
  const [found] = await runPrepared<{ run_id: string }>(tx, 'run-of-task', 'select run_id from tasks where id = $1::uuid', [taskId])
  return found?.run_id
}
