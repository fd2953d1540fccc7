import { and, desc, eq, lt } from 'drizzle-orm'
import { runComments } from '#db/schema/comments'
import type { CommentView } from '#lib/contracts/runs/comments'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { caseOfRun } from './case-of-run.ts'
import { commentView, namesOf } from './comment-view.ts'

/** What people wrote about a run, for who sees it; the newest first. */
export const listComments = defineOperation<PageQuery & { id: string }, Page<CommentView>>({
  name: 'listComments',
  permission: 'runs:read',
  audit: ({ input }) => ({ action: 'comments.read', objectKind: 'run', objectId: input.id }),
  async run({ actor, input, tx }) {
    const runId = await caseOfRun(tx, actor, input.id)
    const { items, nextCursor } = await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select()
          .from(runComments)
          .where(and(eq(runComments.runId, runId), after && lt(runComments.id, after[0])))
          .orderBy(desc(runComments.id))
          .limit(count),
      keyOf: ({ id }) => [id],
      view: (row) => row,
    })
    const mentioned = items.flatMap(({ mentions }) => mentions)
    const names = await namesOf(tx, actor.organizationId, mentioned)
    return { items: items.map((row) => commentView(row, actor, names)), nextCursor }
  },
})
