import { joinOrganizationContract } from '#lib/contracts/members'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { joinOrganization } from '#lib/operations/members/answer-invitation'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(joinOrganizationContract, joinOrganization),
})
