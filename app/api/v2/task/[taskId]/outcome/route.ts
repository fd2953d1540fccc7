import { answerOutcomeContract } from '#lib/contracts/tasks'
import { route } from '#lib/http/route'
import { answerOutcome } from '#lib/operations/tasks/answer-outcome'

export const POST = route(answerOutcomeContract, answerOutcome)
