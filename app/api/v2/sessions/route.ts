import { endAllSessionsContract, listSessionsContract } from '#lib/contracts/sessions'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { endAllSessions } from '#lib/operations/sessions/end-all-sessions'
import { listSessions } from '#lib/operations/sessions/list-sessions'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listSessionsContract, listSessions),
  DELETE: route(endAllSessionsContract, endAllSessions),
})
