import { listScreensContract } from '#lib/contracts/screens'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { listScreens } from '#lib/operations/screens/list-screens'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(listScreensContract, listScreens) })
