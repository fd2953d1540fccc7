import { getLettersWebhookContract } from '#lib/contracts/letters'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getLettersWebhook } from '#lib/operations/letters/get-letters-webhook'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(getLettersWebhookContract, getLettersWebhook) })
