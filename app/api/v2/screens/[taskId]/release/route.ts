import { releaseScreenContract } from '#lib/contracts/screens'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { releaseScreen } from '#lib/operations/screens/release-screen'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(releaseScreenContract, releaseScreen) })
