import { renewInvitationContract } from '#lib/contracts/members'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { renewInvitation } from '#lib/operations/members/renew-invitation'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(renewInvitationContract, renewInvitation),
})
