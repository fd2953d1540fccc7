import { publishWorkflowContract } from '#lib/contracts/workflows'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { publishWorkflow } from '#lib/operations/workflows/publish-workflow'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(publishWorkflowContract, publishWorkflow) })
