import { listFormsContract } from '#lib/contracts/forms'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { listForms } from '#lib/operations/forms/list-forms'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(listFormsContract, listForms) })
