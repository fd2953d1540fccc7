import { revokeInvitationContract } from '#lib/contracts/members'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { revokeInvitation } from '#lib/operations/members/revoke-invitation'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: route(revokeInvitationContract, revokeInvitation),
})
