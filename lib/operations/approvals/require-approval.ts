import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { approvalRequests, draftAuthors } from '#db/schema/approvals'
import type { Actor } from '#lib/auth/actor'
import { requireRecentConfirmation } from '#lib/auth/sessions/require-recent-confirmation'
import type { VersionApproval } from '#lib/domain/approval/approval'
import { ApiError } from '#lib/domain/api-error'
import { notify } from '../notifications/notify.ts'
import type { WorkflowRow } from '../workflows/find-workflow.ts'
import { findStanding, type RequestRow } from './approval-view.ts'
import { approvalRule, findApprovers, mayMemberApprove } from './approvers.ts'
import { isSameContent, loadDraftAuthors, readAsked } from './draft-authors.ts'

const refuse = (message: string, details: Record<string, unknown> = {}): never => {
  throw new ApiError('unprocessable', message, { needs: 'approval', ...details })
}

/** The approval of this very draft. Throws 422, with what is missing. */
async function approvedRequest(tx: Tx, actor: Actor, workflow: WorkflowRow): Promise<RequestRow> {
  const found = await findStanding(tx, workflow.id)
  if (!found)
    return refuse(
      'Publishing needs the approval of another person. Ask for it with this draft, and publish ' +
        'when it is approved.',
    )
  const details = { requestId: found.id }
  if (found.status === 'open')
    return refuse('This draft waits for its approval. Publish it when it is approved.', details)
  const { decidedBy, decidedByName } = found
  if (!isSameContent(found.definition, workflow.draft))
    return refuse(
      'The draft is not what was approved any more. Ask for an approval again.',
      details,
    )
  const authors = await loadDraftAuthors(tx, workflow.id)
  if (decidedBy === null || authors.has(decidedBy) || decidedBy === found.askedBy)
    return refuse('Who approved the draft also changed it. Ask somebody else.', details)
  if (!(await mayMemberApprove(tx, actor, workflow, decidedBy)))
    return refuse(
      `${decidedByName} approved it, and may not approve any more. Ask for an approval again.`,
      details,
    )
  return found
}

/** An owner, signed in and confirmed, may publish without an approval. Throws 403, 400. */
async function withoutApproval(actor: Actor, reason: string): Promise<VersionApproval> {
  if (actor.kind !== 'user' || actor.role !== 'owner')
    throw new ApiError(
      'forbidden',
      'Only an owner who is signed in publishes without an approval. Ask for the approval instead.',
    )
  await requireRecentConfirmation(actor)
  const nobody = { requestId: null, askedBy: null, approvedBy: null, approvedAt: null }
  return { ...nobody, note: '', without: reason }
}

/** What stands behind a version that is about to be published. */
export type Approved = {
  approval: VersionApproval | null
  /** The differences that were approved with it; undefined: the publisher's count. */
  accept: string[] | undefined
}

/**
 * What approves the draft of a workflow: a request that another person approved, an owner's reason,
 * or nothing where no rule asks for it. Throws 422 with `needs: "approval"`.
 */
export async function requireApproval(
  tx: Tx,
  actor: Actor,
  workflow: WorkflowRow,
  reason: string | undefined,
): Promise<Approved> {
  if (!approvalRule(actor, workflow)) return { approval: null, accept: undefined }
  if (reason !== undefined)
    return { approval: await withoutApproval(actor, reason), accept: undefined }
  const request = await approvedRequest(tx, actor, workflow)
  return {
    approval: {
      requestId: request.id,
      askedBy: request.askedByName,
      approvedBy: request.decidedByName,
      approvedAt: request.decidedAt?.toISOString() ?? null,
      note: request.decisionNote,
      without: null,
    },
    accept: request.accept,
  }
}

/**
 * Ends what stood while the draft was worked on: its request, and who its authors were. Those who
 * could have approved are told when nobody was asked. The caller holds the row of the workflow.
 */
export async function settleApproval(
  tx: Tx,
  actor: Actor,
  workflow: WorkflowRow,
  { approval }: Approved,
): Promise<void> {
  const standing = await findStanding(tx, workflow.id)
  if (standing)
    await tx
      .update(approvalRequests)
      .set({
        status: standing.id === approval?.requestId ? 'published' : 'withdrawn',
        endedByName: actor.name,
        endedAt: sql`now()`,
      })
      .where(eq(approvalRequests.id, standing.id))
  await tx.delete(draftAuthors).where(eq(draftAuthors.workflowId, workflow.id))
  await readAsked(tx, workflow.id)
  if (approval === null || approval.without === null) return
  const approvers = await findApprovers(tx, actor, workflow, new Set())
  await notify(tx, {
    organizationId: workflow.organizationId,
    kind: 'published-unapproved',
    userIds: approvers.map(({ userId }) => userId),
    draftOf: workflow.id,
    by: actor.id,
  })
}
