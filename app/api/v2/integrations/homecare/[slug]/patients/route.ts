import { searchHomecarePatientsContract } from '#lib/contracts/integrations'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { searchHomecarePatients } from '#lib/operations/integrations/search-homecare-patients'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(searchHomecarePatientsContract, searchHomecarePatients) })
