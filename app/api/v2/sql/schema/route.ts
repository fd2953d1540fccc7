import { getSqlSchemaContract } from '#lib/contracts/sql'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getSqlSchema } from '#lib/operations/sql/get-sql-schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(getSqlSchemaContract, getSqlSchema) })
