import type { Workflow } from '#lib/contracts/workflows/workflows'
import { defineOperation } from '#lib/operations/define-operation'
import { getWorkflowFor } from '../find-workflow.ts'
import { getVersionOrThrow } from './version-view.ts'
import { workflowView } from '../workflow-view.ts'
import { tellingReaders } from '../drafts/draft-readers.ts'
import { writeDraft } from '../drafts/write-draft.ts'

/** Makes a published version the draft again. What is published stays until the next publishing. */
const restore = defineOperation<{ id: string; number: number; revision: number }, Workflow>({
  name: 'restoreVersion',
  permission: 'workflows:edit',
  audit: ({ input, output }) => ({
    action: 'workflow.version_restored',
    objectKind: 'workflow',
    objectId: output.id,
    details: { version: input.number, revision: output.draftRevision },
  }),
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowFor(tx, actor, input.id, 'edit')
    const version = await getVersionOrThrow(tx, workflow, input.number)
    return await workflowView(
      tx,
      actor,
      await writeDraft(tx, actor, workflow.id, input.revision, version.definition),
    )
  },
})
export const restoreVersion = tellingReaders(restore, ({ id }) => id)
