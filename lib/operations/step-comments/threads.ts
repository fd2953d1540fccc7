import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { stepComments } from '#db/schema/comments'
import type { StepThread } from '#lib/contracts/workflows/step-comments'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'

const threads = async (tx: Tx, where: SQL | undefined): Promise<StepThread[]> =>
  (
    await tx
      .select({
        stepId: stepComments.stepId,
        comments: sql<number>`count(*)::int`,
        open: sql<number>`count(*) filter (where ${stepComments.resolvedAt} is null)::int`,
        changedAt: sql<string>`max(greatest(${stepComments.createdAt}, ${stepComments.editedAt},
          ${stepComments.resolvedAt}))`,
      })
      .from(stepComments)
      .where(where)
      .groupBy(stepComments.stepId)
      .orderBy(asc(stepComments.stepId))
  ).map((thread) => ({ ...thread, changedAt: new Date(thread.changedAt).toISOString() }))

/** What people wrote about the steps of a draft, for their marks. */
export const threadsOf = async (tx: Tx, workflowId: string): Promise<StepThread[]> =>
  await threads(tx, eq(stepComments.workflowId, workflowId))

/** One thread; an empty one when nobody wrote. */
export async function threadOf(tx: Tx, workflowId: string, stepId: string): Promise<StepThread> {
  const own = and(eq(stepComments.workflowId, workflowId), eq(stepComments.stepId, stepId))
  const [thread] = await threads(tx, own)
  return thread ?? { stepId, comments: 0, open: 0, changedAt: new Date(0).toISOString() }
}

/** The steps of a draft that people wrote about. Throws 404. */
export const listStepThreads = defineOperation<{ id: string }, { items: StepThread[] }>({
  name: 'listStepThreads',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    const { id } = await getWorkflowFor(tx, actor, input.id)
    return { items: await threadsOf(tx, id) }
  },
})
