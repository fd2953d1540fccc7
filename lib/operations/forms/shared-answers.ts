import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { workflows } from '#db/schema/workflows'
import { ApiError } from '#lib/domain/api-error'
import type { WorkflowRow } from '../workflows/find-workflow.ts'

type Link = Pick<WorkflowRow, 'formClosed' | 'formClosesAt' | 'formMaxAnswers' | 'formAnswers'>

/** Whether the shared form takes no more answers. */
export const isClosed = ({ formClosed, formClosesAt, formMaxAnswers, formAnswers }: Link) =>
  formClosed ||
  (formClosesAt !== null && formClosesAt.getTime() <= Date.now()) ||
  (formMaxAnswers !== null && formAnswers >= formMaxAnswers)

/**
 * Counts one more answer by the shared link. The row stays locked until the answer is stored, so
 * that two never take the last place. Throws 409 when the form is closed.
 */
export async function countAnswer(tx: Tx, workflowId: string): Promise<void> {
  const { formClosed, formClosesAt, formMaxAnswers, formAnswers } = workflows
  const [counted] = await tx
    .update(workflows)
    .set({ formAnswers: sql`${formAnswers} + 1` })
    .where(
      and(
        eq(workflows.id, workflowId),
        eq(formClosed, false),
        or(isNull(formClosesAt), gt(formClosesAt, sql`now()`)),
        or(isNull(formMaxAnswers), lt(formAnswers, formMaxAnswers)),
      ),
    )
    .returning({ id: workflows.id })
  if (!counted)
    throw new ApiError('conflict', 'This form is closed: it takes no more answers.', {
      reason: 'form_closed',
    })
}
