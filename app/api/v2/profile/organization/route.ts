import { switchOrganizationContract } from '#lib/contracts/memberships'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { switchOrganization } from '#lib/operations/members/switch-organization'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: route(switchOrganizationContract, switchOrganization),
})
