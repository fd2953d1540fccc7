import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import { ApiError } from '#lib/domain/api-error'

/** A task of the organization. Throws 404. */
export async function getTaskOrThrow(tx: Tx, taskId: string, what = 'task'): Promise<typeof tasks.$inferSelect> {
  const [task] = await tx.select().from(tasks).where(eq(tasks.id, taskId))
  if (!task) throw ApiError.notFound(what, taskId)
  return task
}
