import type { DraftSaved } from '#lib/contracts/workflows/workflows'
import type { Definition } from '#lib/domain/workflow/definition'
import { defineOperation } from '#lib/operations/define-operation'
import { getWorkflowFor } from '../find-workflow.ts'
import { findProblems } from './find-problems.ts'
import { tellingReaders } from './draft-readers.ts'
import { writeDraft } from './write-draft.ts'

/**
 * Stores the draft over the revision that it was based on. A draft with problems is stored too; the
 * answer has its problems.
 */
const save = defineOperation<
  { id: string; revision: number; definition: Definition },
  DraftSaved & { workflowId: string }
>({
  name: 'saveDraft',
  permission: 'workflows:edit',
  audit: ({ output }) => ({
    action: 'workflow.draft_saved',
    objectKind: 'workflow',
    objectId: output.workflowId,
    details: { revision: output.draftRevision },
  }),
  async run({ actor, input, tx }) {
    const { publishedVersionId } = await getWorkflowFor(tx, actor, input.id, 'edit')
    // Before the row is locked, because the sandbox's compiler checks the code.
    const problems = await findProblems(tx, actor, input.definition, publishedVersionId)
    const saved = await writeDraft(tx, actor, input.id, input.revision, input.definition)
    return { workflowId: saved.id, draftRevision: saved.draftRevision, problems }
  },
})
export const saveDraft = tellingReaders(save, (output) => output.workflowId)
