import { isAllowed } from '#lib/auth/permissions'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import { defineOperation } from '#lib/operations/define-operation'
import { getWorkflowOrThrow } from './find-workflow.ts'
import { workflowView } from './workflow-view.ts'

/**
 * A workflow by id or slug, with its draft and what is wrong with it. The token of its form's link,
 * by which strangers come in, is only for whoever may edit workflows.
 */
export const readWorkflow = defineOperation<{ id: string }, Workflow>({
  name: 'readWorkflow',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    const view = await workflowView(tx, await getWorkflowOrThrow(tx, input.id))
    return isAllowed(actor.role, 'workflows:edit') ? view : { ...view, formToken: null }
  },
})
