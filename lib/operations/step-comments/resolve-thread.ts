import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { stepComments } from '#db/schema/comments'
import type { StepThread } from '#lib/contracts/workflows/step-comments'
import { ApiError } from '#lib/domain/api-error'
import { requirePerson } from '../comments/case-of-run.ts'
import { defineOperation } from '../define-operation.ts'
import { tellingReaders } from '../workflows/drafts/draft-readers.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { threadOf } from './threads.ts'

type Input = { id: string; stepId: string; resolved: boolean }

/** Resolves all comments about a step, or opens them again. Throws 404 when there are none. */
export const resolveStepThread = tellingReaders(
  defineOperation<Input, StepThread & { workflowId: string }>({
    name: 'resolveStepThread',
    permission: 'workflows:read',
    audit: ({ input, output }) => ({
      action: input.resolved ? 'step-comments.resolved' : 'step-comments.reopened',
      objectKind: 'workflow',
      objectId: output.workflowId,
      details: { step: input.stepId },
    }),
    async run({ actor, input, tx }) {
      requirePerson(actor)
      const { stepId, resolved } = input
      const { id: workflowId } = await getWorkflowFor(tx, actor, input.id)
      await tx
        .update(stepComments)
        .set({
          resolvedAt: resolved ? sql`now()` : null,
          resolvedBy: resolved ? actor.name : null,
        })
        .where(
          and(
            eq(stepComments.workflowId, workflowId),
            eq(stepComments.stepId, stepId),
            resolved ? isNull(stepComments.resolvedAt) : isNotNull(stepComments.resolvedAt),
          ),
        )
      const thread = await threadOf(tx, workflowId, stepId)
      if (thread.comments === 0) throw ApiError.notFound('thread', stepId)
      return { ...thread, workflowId }
    },
  }),
  (output) => output.workflowId,
)
