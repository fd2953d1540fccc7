import { getPublicFormContract, submitPublicFormContract } from '#lib/contracts/forms'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getPublicForm, submitPublicForm } from '#lib/operations/forms/public-form'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(getPublicFormContract, getPublicForm),
  POST: route(submitPublicFormContract, submitPublicForm),
})
