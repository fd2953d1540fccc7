import { publishWorkflow as contract } from '#lib/contracts/workflows'
import { route } from '#lib/http/route'
import { publishWorkflow } from '#lib/operations/workflows/publish-workflow'

export const POST = route(contract, publishWorkflow)
