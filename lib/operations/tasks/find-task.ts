import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import { ApiError } from '#lib/domain/api-error'
import { runOfTask } from '#lib/engine/run-of-task'

/** A task of the organization. Throws 404. */
export async function getTaskOrThrow(tx: Tx, taskId: string, what = 'task'): Promise<typeof tasks.$inferSelect> {
  const runId = await runOfTask(tx, taskId)
  const [task] = runId ? await tx.select().from(tasks).where(and(eq(tasks.id, taskId), eq(tasks.runId, runId))) : []
  if (!task) throw ApiError.notFound(what, taskId)
  return task
}
