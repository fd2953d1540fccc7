import { getMailContract } from '#lib/contracts/mails'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getMail } from '#lib/operations/mails/get-mail'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(getMailContract, getMail) })
