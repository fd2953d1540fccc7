import type { Workflow } from '#lib/contracts/workflows'
import { defineOperation } from '#lib/operations/define-operation'
import { getWorkflowOrThrow } from './find-workflow.ts'
import { workflowView } from './workflow-view.ts'

/** A workflow by id or slug, with its draft and what is wrong with it. */
export const readWorkflow = defineOperation<{ id: string }, Workflow>({
  name: 'readWorkflow',
  permission: 'workflows:read',
  run: async ({ input, tx }) => await workflowView(tx, await getWorkflowOrThrow(tx, input.id)),
})
