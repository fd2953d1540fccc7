import { createFirstOwnerContract } from '#lib/contracts/sessions'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { createFirstOwner } from '#lib/operations/organizations/create-first-owner'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(createFirstOwnerContract, createFirstOwner) })
