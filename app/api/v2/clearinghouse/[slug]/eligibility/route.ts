import { checkEligibilityContract } from '#lib/contracts/clearinghouse'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { checkEligibility } from '#lib/operations/clearinghouse/check-eligibility'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(checkEligibilityContract, checkEligibility) })
