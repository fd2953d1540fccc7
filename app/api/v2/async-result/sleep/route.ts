import { sleepAsyncResultsContract } from '#lib/contracts/async-results'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { sleepAsyncResults } from '#lib/operations/async-results/sleep-async-results'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(sleepAsyncResultsContract, sleepAsyncResults) })
