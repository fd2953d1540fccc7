import { eq, sql } from 'drizzle-orm'
import { approvalRequests } from '#db/schema/approvals'
import type { ApprovalRequestSummary } from '#lib/contracts/workflows/approvals'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { notify } from '../notifications/notify.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { findBase, getRequest, requestSummary, requireOpen } from './approval-view.ts'
import { isSameContent, personOf, readAsked } from './draft-authors.ts'
import { whyNotApprove } from './get-approval.ts'

type Input = { id: string; requestId: string; decision: 'approve' | 'send-back'; note: string }

/**
 * Approves what a request is about, or sends it back with a note. Under the workflow's lock, so that
 * of two approvers one is first, and a change of the draft comes before or after. Throws 403 for
 * who asked or changed the draft, 404, 409 for a request that is over.
 */
export const decideApproval = defineOperation<
  Input,
  ApprovalRequestSummary & { workflowId: string }
>({
  name: 'decideApproval',
  permission: 'workflows:approve',
  audit: ({ input, output }) => ({
    action: input.decision === 'approve' ? 'approval.approved' : 'approval.sent_back',
    objectKind: 'workflow',
    objectId: output.workflowId,
    details: {
      request: output.id,
      revision: output.revision,
      content: output.contentHash,
      askedBy: output.askedBy,
    },
  }),
  async run({ actor, input, tx }) {
    const isApproved = input.decision === 'approve'
    if (!isApproved && input.note.trim() === '')
      throw ApiError.invalid([{ path: 'note', message: 'Say what must change.' }])
    const workflow = await getWorkflowFor(tx, actor, input.id, 'approve', { lock: true })
    const found = await getRequest(tx, workflow.id, input.requestId)
    const why = await whyNotApprove(tx, actor, workflow, found.askedBy)
    if (why !== null) throw new ApiError('forbidden', why)
    requireOpen(found)
    if (!isSameContent(found.definition, workflow.draft))
      throw new ApiError('conflict', 'The draft is not what was asked about any more.')
    const [row = found] = await tx
      .update(approvalRequests)
      .set({
        status: isApproved ? 'approved' : 'sent-back',
        decidedBy: personOf(actor),
        decidedByName: actor.name,
        decidedAt: sql`now()`,
        decisionNote: input.note,
      })
      .where(eq(approvalRequests.id, found.id))
      .returning()
    await readAsked(tx, workflow.id)
    await notify(tx, {
      organizationId: workflow.organizationId,
      kind: 'approval-decided',
      userIds: [row.askedBy],
      draftOf: workflow.id,
      by: personOf(actor),
    })
    const base = await findBase(tx, row)
    return { ...requestSummary(row, base?.number ?? null), workflowId: workflow.id }
  },
})
