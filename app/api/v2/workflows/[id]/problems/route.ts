import { checkDefinition as contract } from '#lib/contracts/workflows'
import { route } from '#lib/http/route'
import { checkDefinition } from '#lib/operations/workflows/check-definition'

export const POST = route(contract, checkDefinition)
