import { desc, eq } from 'drizzle-orm'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { WorkflowVersionSummary } from '#lib/contracts/workflows/workflows'
import { ApiError } from '#lib/domain/api-error'
import { storedSettings } from '#lib/domain/workflow/stored-settings'
import { admitWaiting } from '#lib/engine/commands/admission'
import { newId } from '#lib/ids'
import { defineOperation } from '#lib/operations/define-operation'
import { pinTemplates } from '../../templates/pinned-templates.ts'
import { requireApproval, settleApproval } from '../../approvals/require-approval.ts'
import { requireRevision } from '../drafts/draft-conflict.ts'
import { requireNoErrors } from '../drafts/require-no-errors.ts'
import { getWorkflowFor } from '../find-workflow.ts'
import { proveDraft } from '../../workflow-tests/prove-draft.ts'
import { versionSummary } from './version-view.ts'

type Input = {
  id: string
  revision: number
  note: string
  accept: string[]
  /** Why an owner publishes without the approval that is needed. */
  withoutApproval?: string | undefined
}

/** Who stood behind it, for the audit log, which names the publisher. */
function approvalDetails({ approval }: WorkflowVersionSummary) {
  if (!approval) return {}
  const { requestId: request, askedBy, approvedBy, without } = approval
  return without === null ? { request, askedBy, approvedBy } : { reason: without }
}

/**
 * Freezes the named draft revision as the next version, with which new runs start. Throws 409 when
 * the draft has changed, 422 when it has errors, does not prove what the workflow asks for, or is
 * not approved where the access rules ask for that.
 */
export const publishWorkflow = defineOperation<
  Input,
  WorkflowVersionSummary & { workflowId: string }
>({
  name: 'publishWorkflow',
  permission: 'workflows:publish',
  audit: ({ input, output }) => ({
    action: output.approval?.without ? 'workflow.published_without_approval' : 'workflow.published',
    objectKind: 'workflow',
    objectId: output.workflowId,
    details: {
      version: output.number,
      revision: input.revision,
      ...(output.proof ? { proof: output.proof } : {}),
      ...approvalDetails(output),
    },
  }),
  async run({ actor, input, tx }) {
    const draft = await getWorkflowFor(tx, actor, input.id, 'publish')
    requireRevision(draft, input.revision)
    const templates = await pinTemplates(tx, draft.draft)
    await requireNoErrors(tx, actor, draft)
    const { withoutApproval } = input
    const { accept = input.accept } = await requireApproval(tx, actor, draft, withoutApproval)
    const proof = await proveDraft(tx, draft, accept)
    // The draft was checked at this revision. The row is locked only now, so its revision is
    // checked again.
    const row = await getWorkflowFor(tx, actor, draft.id, 'publish', { lock: true })
    requireRevision(row, input.revision)
    const approved = await requireApproval(tx, actor, row, withoutApproval)
    const [last] = await tx
      .select({ number: workflowVersions.number })
      .from(workflowVersions)
      .where(eq(workflowVersions.workflowId, row.id))
      .orderBy(desc(workflowVersions.number))
      .limit(1)
    const [version] = await tx
      .insert(workflowVersions)
      .values({
        id: newId(),
        organizationId: actor.organizationId,
        workflowId: row.id,
        number: (last?.number ?? 0) + 1,
        definition: row.draft,
        templates,
        note: input.note,
        publishedBy: actor.name,
        proof,
        approval: approved.approval,
      })
      .returning()
    if (!version) throw new ApiError('internal_error', 'The version was not stored. Try again.')
    await tx
      .update(workflows)
      .set({ publishedVersionId: version.id, ...storedSettings(row.draft) })
      .where(eq(workflows.id, row.id))
    await settleApproval(tx, actor, row, approved)
    await admitWaiting(tx, row.id)
    return { ...versionSummary(version, version.id), workflowId: row.id }
  },
})
