import { receiveHieWebhookContract } from '#lib/contracts/hie'
import { methods } from '#lib/http/methods'
import { readBytes } from '#lib/http/read-body'
import { route } from '#lib/http/route'
import { receiveHieWebhook } from '#lib/operations/hie/receive-hie-webhook'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(receiveHieWebhookContract, receiveHieWebhook, { input: async ({ params, request }) => ({ token: params.token, headers: request.headers, body: await readBytes(request) }) }),
})
