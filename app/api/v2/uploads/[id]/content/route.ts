import { sendPartContract } from '#lib/contracts/files'
import { methods } from '#lib/http/methods'
import { partOf } from '#lib/http/part-of'
import { route } from '#lib/http/route'
import { receivePart } from '#lib/operations/files/receive-part'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: route(sendPartContract, receivePart, {
    input: ({ params, query, request }) => ({ ...params, ...query, ...partOf(request) }),
  }),
})
