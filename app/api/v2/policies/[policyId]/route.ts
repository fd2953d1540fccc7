import { deletePolicyContract, getPolicyContract, updatePolicyContract } from '#lib/contracts/policies'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { deletePolicy } from '#lib/operations/policies/delete-policy'
import { getPolicy } from '#lib/operations/policies/get-policy'
import { updatePolicy } from '#lib/operations/policies/update-policy'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(getPolicyContract, getPolicy),
  PATCH: route(updatePolicyContract, updatePolicy),
  DELETE: route(deletePolicyContract, deletePolicy),
})
