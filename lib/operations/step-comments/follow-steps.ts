import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { stepComments } from '#db/schema/comments'
import { notifications } from '#db/schema/notifications'
import type { Definition } from '#lib/domain/workflow/definition'
import { renamedSteps } from '#lib/domain/workflow/renamed-steps'

type Draft = Pick<Definition, 'steps'>

/**
 * Makes comments follow the steps that get another id while a draft is replaced, and what people
 * were told of them. Those of a step that is gone stay: it may come back. The caller holds the row
 * of the workflow.
 */
export async function commentsFollowSteps(
  tx: Tx,
  workflowId: string,
  before: Draft,
  after: Draft,
): Promise<void> {
  const missing = (from: Draft, other: Draft) => {
    const ids = new Set(other.steps.map(({ id }) => id))
    return from.steps.filter(({ id }) => !ids.has(id))
  }
  for (const [from, to] of renamedSteps(missing(before, after), missing(after, before))) {
    await tx
      .update(stepComments)
      .set({ stepId: to })
      .where(and(eq(stepComments.workflowId, workflowId), eq(stepComments.stepId, from)))
    await tx
      .update(notifications)
      .set({ stepId: to })
      .where(and(eq(notifications.workflowId, workflowId), eq(notifications.stepId, from)))
  }
}
