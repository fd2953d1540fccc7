import { checkDefinitionContract } from '#lib/contracts/workflows'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { checkDefinition } from '#lib/operations/workflows/check-definition'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(checkDefinitionContract, checkDefinition) })
