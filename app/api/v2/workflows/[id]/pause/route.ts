import { pauseWorkflowContract } from '#lib/contracts/workflows'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { pauseWorkflow } from '#lib/operations/workflows/pause-workflow'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(pauseWorkflowContract, pauseWorkflow) })
