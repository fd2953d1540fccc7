import { getFormContract } from '#lib/contracts/forms'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getForm } from '#lib/operations/forms/get-form'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(getFormContract, getForm) })
