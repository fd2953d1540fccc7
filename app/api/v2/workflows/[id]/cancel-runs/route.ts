import { cancelWorkflowRunsContract } from '#lib/contracts/runs'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { cancelWorkflowRuns } from '#lib/operations/runs/cancel-workflow-runs'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(cancelWorkflowRunsContract, cancelWorkflowRuns) })
