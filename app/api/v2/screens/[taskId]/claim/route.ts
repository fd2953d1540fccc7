import { claimScreenContract } from '#lib/contracts/screens'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { claimScreen } from '#lib/operations/screens/claim-screen'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(claimScreenContract, claimScreen) })
