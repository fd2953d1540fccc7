import { uploadPolicyContract } from '#lib/contracts/policies'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { uploadOf } from '#lib/http/upload-of'
import { uploadPolicy } from '#lib/operations/policies/upload-policy'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: route(uploadPolicyContract, uploadPolicy, { input: ({ params, request }) => ({ policyId: params.policyId, upload: uploadOf(request) }) }),
})
