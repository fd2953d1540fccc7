import { answerOutcomeContract } from '#lib/contracts/tasks'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { answerOutcome } from '#lib/operations/tasks/answer-outcome'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(answerOutcomeContract, answerOutcome) })
