import { changePasswordContract } from '#lib/contracts/sessions'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { changePassword } from '#lib/operations/sessions/change-password'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(changePasswordContract, changePassword) })
