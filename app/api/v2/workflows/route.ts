import { createWorkflow as createContract, listWorkflows as listContract } from '#lib/contracts/workflows'
import { etagOf } from '#lib/http/if-match'
import { route } from '#lib/http/route'
import { createWorkflow } from '#lib/operations/workflows/create-workflow'
import { listWorkflows } from '#lib/operations/workflows/list-workflows'

export const GET = route(listContract, listWorkflows)
export const POST = route(createContract, createWorkflow, {
  respond: (workflow) => ({ status: 201, headers: { etag: etagOf(workflow.draftRevision), location: `/api/v2/workflows/${workflow.id}` }, body: workflow }),
})
