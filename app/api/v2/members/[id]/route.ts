import { changeMemberContract, removeMemberContract } from '#lib/contracts/members'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { changeMember } from '#lib/operations/members/change-member'
import { removeMember } from '#lib/operations/members/remove-member'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PATCH: route(changeMemberContract, changeMember),
  DELETE: route(removeMemberContract, removeMember),
})
