import { runSqlContract } from '#lib/contracts/sql'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { runSqlV1 } from '#lib/operations/sql/run-statement'
import { sqlResponse } from '#lib/operations/sql/sql-response'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(runSqlContract, runSqlV1, { respond: sqlResponse }) })
