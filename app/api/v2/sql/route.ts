import { runSqlV2Contract } from '#lib/contracts/sql'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { runSqlV2 } from '#lib/operations/sql/run-statement'
import { sqlResponse } from '#lib/operations/sql/sql-response'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(runSqlV2Contract, runSqlV2, { respond: sqlResponse }) })
