import type { Workflow } from '#lib/contracts/workflows/workflows'
import { defineOperation } from '#lib/operations/define-operation'
import { getWorkflowFor } from './find-workflow.ts'
import { workflowView } from './workflow-view.ts'

/** Reads a workflow by id or slug, with its draft and the draft's problems. Throws 404. */
export const readWorkflow = defineOperation<{ id: string }, Workflow>({
  name: 'readWorkflow',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    return await workflowView(tx, actor, await getWorkflowFor(tx, actor, input.id))
  },
})
