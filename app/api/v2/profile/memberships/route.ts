import { joinOrganizationContract } from '#lib/contracts/members'
import { listMembershipsContract } from '#lib/contracts/memberships'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { joinOrganization } from '#lib/operations/members/answer-invitation'
import { listMemberships } from '#lib/operations/members/list-memberships'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listMembershipsContract, listMemberships),
  POST: route(joinOrganizationContract, joinOrganization),
})
