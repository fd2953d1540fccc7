import { listInvitationsContract } from '#lib/contracts/members'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { listInvitations } from '#lib/operations/members/list-invitations'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listInvitationsContract, listInvitations),
})
