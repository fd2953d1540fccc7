import { receiveLetterWebhookContract } from '#lib/contracts/letters'
import { methods } from '#lib/http/methods'
import { readBytes } from '#lib/http/read-body'
import { route } from '#lib/http/route'
import { receiveLetterWebhook } from '#lib/operations/letters/receive-letter-webhook'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(receiveLetterWebhookContract, receiveLetterWebhook, { input: async ({ params, request }) => ({ token: params.token, headers: request.headers, body: await readBytes(request) }) }),
})
