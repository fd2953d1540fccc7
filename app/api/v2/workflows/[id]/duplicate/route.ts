import { duplicateWorkflowContract } from '#lib/contracts/workflows'
import { etagOf } from '#lib/http/if-match'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { duplicateWorkflow } from '#lib/operations/workflows/duplicate-workflow'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(duplicateWorkflowContract, duplicateWorkflow, {
    respond: (workflow) => ({ status: 201, headers: { etag: etagOf(workflow.draftRevision), location: `/api/v2/workflows/${workflow.id}` }, body: workflow }),
  }),
})
