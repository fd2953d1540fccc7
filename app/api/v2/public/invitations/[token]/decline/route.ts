import { declineInvitationContract } from '#lib/contracts/members'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { declineInvitation } from '#lib/operations/members/answer-invitation'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(declineInvitationContract, declineInvitation),
})
