import { and, desc, eq, lt } from 'drizzle-orm'
import { stepComments } from '#db/schema/comments'
import type { Mentionable } from '#lib/contracts/runs/comments'
import type { StepCommentView } from '#lib/contracts/workflows/step-comments'
import type { Page, PageQuery } from '#lib/domain/page'
import { requirePerson } from '../comments/case-of-run.ts'
import { namesOf } from '../comments/comment-view.ts'
import { findMentionable } from '../comments/list-run-people.ts'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { stepCommentView } from './step-comment-view.ts'

type Asked = PageQuery & { id: string; stepId: string }

/** What people wrote about a step, for who sees the workflow; the newest first. Throws 404. */
export const listStepComments = defineOperation<Asked, Page<StepCommentView>>({
  name: 'listStepComments',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowFor(tx, actor, input.id)
    const own = and(eq(stepComments.workflowId, workflow.id), eq(stepComments.stepId, input.stepId))
    const { items, nextCursor } = await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select()
          .from(stepComments)
          .where(and(own, after && lt(stepComments.id, after[0])))
          .orderBy(desc(stepComments.id))
          .limit(count),
      keyOf: ({ id }) => [id],
      view: (row) => row,
    })
    const mentioned = items.flatMap(({ mentions }) => mentions)
    const names = await namesOf(tx, actor.organizationId, mentioned)
    return { items: items.map((row) => stepCommentView(row, actor, workflow, names)), nextCursor }
  },
})

type People = { items: Mentionable[] }

/** Members whom a comment about a step can mention. Throws 404. */
export const listWorkflowPeople = defineOperation<{ id: string; q: string }, People>({
  name: 'listWorkflowPeople',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    requirePerson(actor)
    await getWorkflowFor(tx, actor, input.id)
    return { items: await findMentionable(tx, actor, input.q) }
  },
})
