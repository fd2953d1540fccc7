import { addMemberContract, listMembersContract } from '#lib/contracts/members'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { addMember } from '#lib/operations/members/add-member'
import { listMembers } from '#lib/operations/members/list-members'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listMembersContract, listMembers),
  POST: route(addMemberContract, addMember),
})
