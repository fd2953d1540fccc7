import { getScreenContract } from '#lib/contracts/screens'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getScreen } from '#lib/operations/screens/get-screen'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(getScreenContract, getScreen) })
