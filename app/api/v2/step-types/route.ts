import { listStepTypes as contract } from '#lib/contracts/step-types'
import { route } from '#lib/http/route'
import { listStepTypes } from '#lib/operations/workflows/list-step-types'

export const GET = route(contract, listStepTypes)
