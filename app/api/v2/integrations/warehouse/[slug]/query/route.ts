import { queryWarehouseContract } from '#lib/contracts/warehouse'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { queryWarehouse } from '#lib/operations/integrations/query-warehouse'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(queryWarehouseContract, queryWarehouse) })
