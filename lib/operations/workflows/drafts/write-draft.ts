import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import type { Definition } from '#lib/domain/workflow/definition'
import { commentsFollowSteps } from '../../step-comments/follow-steps.ts'
import { followSteps } from '../../test-sets/follow-steps.ts'
import { requireRevision } from './draft-conflict.ts'
import { recordDraftChanges } from './draft-log.ts'
import { getWorkflowFor, type WorkflowRow } from '../find-workflow.ts'
import { recordTypeVersions } from './record-type-versions.ts'

/**
 * Replaces the draft if it is still at `revision`, under the row's lock. Throws 404 or 409
 * `version_conflict`.
 */
export async function writeDraft(
  tx: Tx,
  actor: Actor,
  id: string,
  revision: number,
  definition: Definition,
): Promise<WorkflowRow> {
  const row = await getWorkflowFor(tx, actor, id, 'edit', { lock: true })
  requireRevision(row, revision)
  return await writeDraftRow(tx, actor, row, definition)
}

/**
 * Replaces the draft of a row that the caller holds. `messageId`: of the editor's changes that led
 * to it.
 */
export async function writeDraftRow(
  tx: Tx,
  actor: Actor,
  row: WorkflowRow,
  definition: Definition,
  messageId?: string,
): Promise<WorkflowRow> {
  const draft = recordTypeVersions(definition)
  await recordDraftChanges(tx, actor, row, draft, messageId)
  const [saved] = await tx
    .update(workflows)
    .set({
      draft,
      draftRevision: row.draftRevision + 1,
      draftUpdatedBy: actor.name,
      draftUpdatedAt: sql`now()`,
    })
    .where(eq(workflows.id, row.id))
    .returning()
  await followSteps(tx, row.id, row.draft, definition)
  await commentsFollowSteps(tx, row.id, row.draft, definition)
  if (!saved) throw new ApiError('internal_error', 'The draft was not stored. Try again.')
  return saved
}
