import { createPolicyContract, listPoliciesContract } from '#lib/contracts/policies'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { createPolicy } from '#lib/operations/policies/create-policy'
import { listPolicies } from '#lib/operations/policies/list-policies'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listPoliciesContract, listPolicies),
  POST: route(createPolicyContract, createPolicy),
})
