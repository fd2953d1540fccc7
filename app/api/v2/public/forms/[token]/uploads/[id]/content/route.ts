import { sendPublicPartContract } from '#lib/contracts/forms'
import { methods } from '#lib/http/methods'
import { partOf } from '#lib/http/part-of'
import { route } from '#lib/http/route'
import { receivePublicPart } from '#lib/operations/forms/public-form'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: route(sendPublicPartContract, receivePublicPart, {
    input: ({ params, query, request }) => ({ ...params, ...query, ...partOf(request) }),
  }),
})
