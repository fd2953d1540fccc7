import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { tasks, unwrittenTasks } from '#db/schema/runs'
import { ApiError } from '#lib/domain/api-error'
import { runOfTask } from '#lib/engine/store/run-of-task'

/** Gets a task of the organization. Throws 404. */
export async function getTaskOrThrow(
  tx: Tx,
  taskId: string,
  what = 'task',
): Promise<typeof tasks.$inferSelect> {
  const runId = await runOfTask(tx, taskId)
  if (!runId) throw ApiError.notFound(what, taskId)
  const find = async (from: typeof tasks | typeof unwrittenTasks) =>
    (
      await tx
        .select()
        .from(from)
        .where(and(eq(from.id, taskId), eq(from.runId, runId)))
    )[0]
  // Its row may have been written between the first two queries.
  const task = (await find(tasks)) ?? (await find(unwrittenTasks)) ?? (await find(tasks))
  if (!task) throw ApiError.notFound(what, taskId)
  return task
}
