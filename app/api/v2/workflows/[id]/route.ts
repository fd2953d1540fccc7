import { deleteWorkflowContract, readWorkflowContract, updateWorkflowContract } from '#lib/contracts/workflows'
import { etagOf, etagOfAll } from '#lib/http/if-match'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { deleteWorkflow } from '#lib/operations/workflows/delete-workflow'
import { readWorkflow } from '#lib/operations/workflows/read-workflow'
import { updateWorkflow } from '#lib/operations/workflows/update-workflow'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readWorkflowContract, readWorkflow, {
    respond: (workflow) => ({
      status: 200,
      headers: { etag: etagOfAll(workflow.draftRevision, workflow) },
      body: workflow,
    }),
  }),
  PATCH: route(updateWorkflowContract, updateWorkflow, { respond: (workflow) => ({ status: 200, headers: { etag: etagOf(workflow.draftRevision) }, body: workflow }) }),
  DELETE: route(deleteWorkflowContract, deleteWorkflow),
})
