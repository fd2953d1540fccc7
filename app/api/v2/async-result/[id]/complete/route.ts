import { completeAsyncResultContract } from '#lib/contracts/async-results'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { completeAsyncResult } from '#lib/operations/async-results/complete-async-result'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(completeAsyncResultContract, completeAsyncResult) })
