import { listStepTypesContract } from '#lib/contracts/step-types'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { listStepTypes } from '#lib/operations/workflows/list-step-types'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(listStepTypesContract, listStepTypes, { constant: true }) })
