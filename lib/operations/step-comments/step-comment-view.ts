import type { stepComments } from '#db/schema/comments'
import type { Actor } from '#lib/auth/actor'
import type { NamedPerson } from '#lib/contracts/runs/comments'
import type { StepCommentView } from '#lib/contracts/workflows/step-comments'
import { may } from '#lib/domain/access/scope'
import { scopeOf, targetOf } from '../access/scope-of.ts'
import { changeableUntil } from '../comments/comment-view.ts'
import type { WorkflowRow } from '../workflows/find-workflow.ts'

type Row = typeof stepComments.$inferSelect
type Place = Pick<WorkflowRow, 'id' | 'folderId'>

/** Authors delete their own within an hour, who edits the workflow deletes any. */
export const mayDelete = (row: Row, actor: Actor, workflow: Place): boolean =>
  changeableUntil(row, actor) !== null ||
  (actor.kind === 'user' && may(scopeOf(actor), 'edit', targetOf(workflow)))

export function stepCommentView(
  row: Row,
  actor: Actor,
  workflow: Place,
  names: ReadonlyMap<string, NamedPerson>,
): StepCommentView {
  return {
    id: row.id,
    author: { userId: row.authorId, name: row.authorName },
    text: row.text,
    mentions: row.mentions.flatMap((id) => names.get(id) ?? []),
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    resolvedBy: row.resolvedBy,
    changeableUntil: changeableUntil(row, actor)?.toISOString() ?? null,
    deletable: mayDelete(row, actor, workflow),
  }
}
