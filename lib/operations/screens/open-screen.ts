import type { Tx } from '#db/client'
import type { tasks } from '#db/schema/runs'
import { ApiError } from '#lib/domain/api-error'
import type { Actor } from '#lib/auth/actor'
import { requireScreen } from '../access/require-screen.ts'
import { getTaskOrThrow } from '../tasks/find-task.ts'

export type ScreenTask = typeof tasks.$inferSelect

/** The conflict of a screen that another person completed, or that was cancelled. */
export const notOpen = (taskId: string): ApiError =>
  new ApiError(
    'conflict',
    'This screen is no longer open: someone completed it, or it was cancelled. ' +
      'Reload to see what was decided.',
    { taskId },
  )

/**
 * Gets the task of an open screen that the caller may do. Throws 404, 403 when the access rules or
 * the screen's candidates leave them out, or 409 when it is no longer open.
 */
export async function getOpenScreenOrThrow(
  tx: Tx,
  actor: Actor,
  taskId: string,
): Promise<ScreenTask> {
  const task = await getTaskOrThrow(tx, taskId, 'screen')
  if (task.state?.reason !== 'screen') throw ApiError.notFound('screen', taskId)
  await requireScreen(tx, actor, task)
  if (task.status !== 'suspended') throw notOpen(taskId)
  return task
}
