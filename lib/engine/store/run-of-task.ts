import type { Tx } from '#db/client'
import { runPrepared } from '#db/run-prepared'
import { firstIdAt, instantOfId } from '#lib/ids'

/**
 * The run that a task of the organization belongs to; undefined when there is no such task. Only
 * here a task is looked for in every month: prepared, since to plan that look takes many times as
 * long as the look. What follows names the run, and so one month. The id of a task that has no row
 * yet tells when its run began.
 */
export async function runOfTask(tx: Tx, taskId: string): Promise<string | undefined> {
  // Between the first two looks its row may have been written.
  return (await written(tx, taskId)) ?? (await unwritten(tx, taskId)) ?? (await written(tx, taskId))
}

async function written(tx: Tx, taskId: string): Promise<string | undefined> {
  return (
    await runPrepared<{ run_id: string }>(
      tx,
      'run-of-task',
      'select run_id from tasks where id = $1::uuid',
      [taskId],
    )
  )[0]?.run_id
}

async function unwritten(tx: Tx, taskId: string): Promise<string | undefined> {
  const started = instantOfId(taskId)
  const text =
    'select run_id from unwritten_tasks where run_id >= $2::uuid and run_id < $3::uuid and id = $1::uuid'
  return (
    await runPrepared<{ run_id: string }>(tx, 'run-of-unwritten-task', text, [
      taskId,
      firstIdAt(started),
      firstIdAt(new Date(started.getTime() + 1)),
    ])
  )[0]?.run_id
}
