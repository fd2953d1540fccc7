import { createWorkflowContract, listWorkflowsContract } from '#lib/contracts/workflows'
import { etagOf } from '#lib/http/if-match'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { createWorkflow } from '#lib/operations/workflows/create-workflow'
import { listWorkflows } from '#lib/operations/workflows/list-workflows'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listWorkflowsContract, listWorkflows),
  POST: route(createWorkflowContract, createWorkflow, {
    respond: (workflow) => ({ status: 201, headers: { etag: etagOf(workflow.draftRevision), location: `/api/v2/workflows/${workflow.id}` }, body: workflow }),
  }),
})
