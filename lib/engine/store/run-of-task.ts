import type { Tx } from '#db/client'
import { runPrepared } from '#db/run-prepared'
import { firstIdAt, instantOfId } from '#lib/ids'

/**
 * Finds the run of a task of the organization; undefined when there is no such task. Only this
 * query searches the tasks of every month; it is prepared, because planning it takes many times as
 * long as its execution. Later queries name the run, and so read one month. The id of a task
 * without a row says when its run started.
 */
export async function runOfTask(tx: Tx, taskId: string): Promise<string | undefined> {
  // The row may be written between the first two queries.
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
  const text = `select run_id from unwritten_tasks
    where run_id >= $2::uuid and run_id < $3::uuid and id = $1::uuid`
  return (
    await runPrepared<{ run_id: string }>(tx, 'run-of-unwritten-task', text, [
      taskId,
      firstIdAt(started),
      firstIdAt(new Date(started.getTime() + 1)),
    ])
  )[0]?.run_id
}
