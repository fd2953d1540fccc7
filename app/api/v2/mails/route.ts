import { listMailsContract } from '#lib/contracts/mails'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { listMails } from '#lib/operations/mails/list-mails'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(listMailsContract, listMails) })
