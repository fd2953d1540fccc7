import { endSessionContract } from '#lib/contracts/sessions'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { endSession } from '#lib/operations/sessions/end-session'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ DELETE: route(endSessionContract, endSession) })
