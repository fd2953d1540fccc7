import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { draftChanges } from '#db/schema/drafts'
import type { Actor } from '#lib/auth/actor'
import type { DraftStep } from '#lib/contracts/workflows/drafts'
import type { Definition } from '#lib/domain/workflow/definition'
import { differences } from '#lib/domain/workflow/draft-changes/differences'
import { draftChanged } from '../../approvals/draft-authors.ts'
import { requireRevision } from './draft-conflict.ts'
import type { WorkflowRow } from '../find-workflow.ts'

/** How many revisions of a draft keep their changes. */
const kept = 1000
/** The most changes that are merged: comparing more takes longer than reading the draft again. */
const mostChanges = 5000

/**
 * Records what a new revision of a draft changed, so that open editors follow it, and who changed
 * it. An approval of what it did before is void. The caller holds the row of the workflow as it
 * was before.
 */
export async function recordDraftChanges(
  tx: Tx,
  actor: Actor,
  before: WorkflowRow,
  draft: Definition,
  messageId?: string,
): Promise<void> {
  const revision = before.draftRevision + 1
  await tx.insert(draftChanges).values({
    workflowId: before.id,
    organizationId: before.organizationId,
    revision,
    messageId: messageId ?? null,
    changes: differences(before.draft, draft),
    by: actor.name,
  })
  await draftChanged(tx, actor, before, draft)
  const own = eq(draftChanges.workflowId, before.id)
  await tx.delete(draftChanges).where(and(own, lte(draftChanges.revision, revision - kept)))
}

/**
 * What changed after `revision`, the oldest first. Throws 409 `version_conflict` when not all of it
 * is known any more, or when there was no such revision.
 */
export async function draftStepsSince(
  tx: Tx,
  row: WorkflowRow,
  revision: number,
): Promise<DraftStep[]> {
  const found = await tx
    .select()
    .from(draftChanges)
    .where(and(eq(draftChanges.workflowId, row.id), gt(draftChanges.revision, revision)))
    .orderBy(asc(draftChanges.revision))
  const steps = found.filter((step) => step.revision <= row.draftRevision)
  const isTooMuch = steps.reduce((sum, { changes }) => sum + changes.length, 0) > mostChanges
  if (isTooMuch || steps.length !== row.draftRevision - revision) requireRevision(row, revision)
  return steps.map(({ revision: to, messageId, by, at, changes }) => ({
    revision: to,
    messageId,
    by,
    at: at.toISOString(),
    changes,
  }))
}
