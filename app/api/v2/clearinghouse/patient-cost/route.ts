import { calculatePatientCostContract } from '#lib/contracts/clearinghouse'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { calculatePatientCost } from '#lib/operations/clearinghouse/calculate-patient-cost'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(calculatePatientCostContract, calculatePatientCost) })
