import { submitFormContract } from '#lib/contracts/forms'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { submitForm } from '#lib/operations/forms/submit-form'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(submitFormContract, submitForm) })
