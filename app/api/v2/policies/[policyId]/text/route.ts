import { getPolicyTextContract } from '#lib/contracts/policies'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getPolicyText } from '#lib/operations/policies/get-policy-text'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(getPolicyTextContract, getPolicyText) })
