import { can } from '#lib/auth/actor'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import { defineOperation } from '#lib/operations/define-operation'
import { getWorkflowFor } from './find-workflow.ts'
import { workflowView } from './workflow-view.ts'

/**
 * Reads a workflow by id or slug, with its draft and the draft's problems. The token of its form's
 * link lets public callers in, so only members who may edit workflows see it.
 */
export const readWorkflow = defineOperation<{ id: string }, Workflow>({
  name: 'readWorkflow',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    const view = await workflowView(tx, await getWorkflowFor(tx, actor, input.id))
    return can(actor, 'workflows:edit') ? view : { ...view, formToken: null }
  },
})
