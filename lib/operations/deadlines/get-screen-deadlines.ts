import { eq } from 'drizzle-orm'
import { workItems } from '#db/schema/work-items'
import type { ScreenDeadlines } from '#lib/contracts/runs/deadlines'
import { defineOperation } from '../define-operation.ts'
import { getOpenScreenOrThrow, notOpen } from '../screens/open-screen.ts'
import { deadlinesView } from './deadlines-view.ts'

/** Reads the dates of an open screen, and what happens to it by itself. */
export const getScreenDeadlines = defineOperation<{ taskId: string }, ScreenDeadlines>({
  name: 'getScreenDeadlines',
  permission: 'screens:work',
  async run({ actor, input: { taskId }, tx }) {
    const task = await getOpenScreenOrThrow(tx, actor, taskId)
    const [item] = await tx.select().from(workItems).where(eq(workItems.taskId, taskId))
    if (!item) throw notOpen(taskId)
    return await deadlinesView(tx, actor, task, item)
  },
})
