import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { approvalRequests } from '#db/schema/approvals'
import type { Actor } from '#lib/auth/actor'
import type { ApprovalRequestSummary } from '#lib/contracts/workflows/approvals'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { notify } from '../notifications/notify.ts'
import { proveDraft } from '../workflow-tests/prove-draft.ts'
import { requireRevision } from '../workflows/drafts/draft-conflict.ts'
import { requireNoErrors } from '../workflows/drafts/require-no-errors.ts'
import { getWorkflowFor, type WorkflowRow } from '../workflows/find-workflow.ts'
import { findBase, findStanding, getRequest, requestSummary } from './approval-view.ts'
import { approvalRule, findApprovers } from './approvers.ts'
import { contentHashOf, loadDraftAuthors, personOf, readAsked } from './draft-authors.ts'

type Input = { id: string; revision: number; note: string; accept: string[] }
type Answer = ApprovalRequestSummary & { workflowId: string }

/** Throws 422 for a workflow that anybody may publish without an approval. */
function requireNeeded(actor: Actor, workflow: WorkflowRow): void {
  if (approvalRule(actor, workflow)) return
  throw new ApiError(
    'unprocessable',
    'No access rule asks for an approval here: this workflow is published without one.',
  )
}

/** Makes room for another request; throws 409 while one is open. */
async function endStanding(tx: Tx, actor: Actor, workflow: WorkflowRow): Promise<void> {
  const standing = await findStanding(tx, workflow.id)
  if (!standing) return
  if (standing.status === 'open')
    throw new ApiError(
      'conflict',
      `${standing.askedByName} asked for an approval of this draft already. Withdraw that first, ` +
        'or wait for the answer.',
      { requestId: standing.id },
    )
  await tx
    .update(approvalRequests)
    .set({ status: 'withdrawn', endedByName: actor.name, endedAt: sql`now()` })
    .where(eq(approvalRequests.id, standing.id))
}

/**
 * Asks for the approval of a draft as it is: what could not be published is refused, as publishing
 * would refuse it. Those who may approve are told. Throws 403, 404, 409, 422.
 */
export const requestApproval = defineOperation<Input, Answer>({
  name: 'requestApproval',
  permission: 'workflows:edit',
  audit: ({ output }) => ({
    action: 'approval.asked',
    objectKind: 'workflow',
    objectId: output.workflowId,
    details: { request: output.id, revision: output.revision },
  }),
  async run({ actor, input, tx }) {
    const draft = await getWorkflowFor(tx, actor, input.id, 'edit')
    requireRevision(draft, input.revision)
    requireNeeded(actor, draft)
    await requireNoErrors(tx, actor, draft)
    const proof = await proveDraft(tx, draft, input.accept)
    const row = await getWorkflowFor(tx, actor, draft.id, 'edit', { lock: true })
    requireRevision(row, input.revision)
    await endStanding(tx, actor, row)
    const askedBy = personOf(actor)
    const authors = await loadDraftAuthors(tx, row.id)
    const approvers = await findApprovers(tx, actor, row, new Set([...authors, askedBy]))
    if (approvers.length === 0)
      throw new ApiError(
        'unprocessable',
        'Everybody who may approve has changed this draft, so nobody is left to approve it. Ask an ' +
          'owner to name others in the access rules.',
      )
    const [request] = await tx
      .insert(approvalRequests)
      .values({
        id: newId(),
        organizationId: row.organizationId,
        workflowId: row.id,
        revision: row.draftRevision,
        definition: row.draft,
        contentHash: contentHashOf(row.draft),
        baseVersionId: row.publishedVersionId,
        note: input.note,
        accept: input.accept,
        proof,
        askedBy,
        askedByName: actor.name,
      })
      .returning()
    if (!request) throw new ApiError('internal_error', 'The request was not stored. Try again.')
    await notify(tx, {
      organizationId: row.organizationId,
      kind: 'approval-asked',
      userIds: approvers.map(({ userId }) => userId),
      draftOf: row.id,
      by: askedBy,
    })
    const base = await findBase(tx, request)
    return { ...requestSummary(request, base?.number ?? null), workflowId: row.id }
  },
})

type Asked = { id: string; requestId: string }

/** Withdraws a request that is open or approved; who edits the workflow may. Throws 409. */
export const withdrawApproval = defineOperation<Asked, Answer>({
  name: 'withdrawApproval',
  permission: 'workflows:edit',
  audit: ({ input, output }) => ({
    action: 'approval.withdrawn',
    objectKind: 'workflow',
    objectId: output.workflowId,
    details: { request: input.requestId },
  }),
  async run({ actor, input, tx }) {
    const row = await getWorkflowFor(tx, actor, input.id, 'edit', { lock: true })
    const found = await getRequest(tx, row.id, input.requestId)
    if (found.status !== 'open' && found.status !== 'approved')
      throw new ApiError(
        'conflict',
        'This request is over already. There is nothing to withdraw.',
        {
          status: found.status,
        },
      )
    const [request = found] = await tx
      .update(approvalRequests)
      .set({ status: 'withdrawn', endedByName: actor.name, endedAt: sql`now()` })
      .where(and(eq(approvalRequests.id, found.id), eq(approvalRequests.workflowId, row.id)))
      .returning()
    await readAsked(tx, row.id)
    const base = await findBase(tx, request)
    return { ...requestSummary(request, base?.number ?? null), workflowId: row.id }
  },
})
