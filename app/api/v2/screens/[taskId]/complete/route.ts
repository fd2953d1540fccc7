import { completeScreenContract } from '#lib/contracts/screens'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { completeScreen } from '#lib/operations/screens/complete-screen'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(completeScreenContract, completeScreen) })
