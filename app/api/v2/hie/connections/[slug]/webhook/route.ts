import { getHieWebhookContract } from '#lib/contracts/hie'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getHieWebhook } from '#lib/operations/hie/get-hie-webhook'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(getHieWebhookContract, getHieWebhook) })
