import { exportWorkflowContract } from '#lib/contracts/workflows'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { exportWorkflow } from '#lib/operations/workflows/export-workflow'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(exportWorkflowContract, exportWorkflow, {
    respond: (file) => ({ status: 200, headers: { 'content-disposition': `attachment; filename="${file.slug}.workflow.json"` }, body: file }),
  }),
})
