import { getSqlSettingsContract } from '#lib/contracts/sql'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getSqlSettings } from '#lib/operations/sql/get-sql-settings'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(getSqlSettingsContract, getSqlSettings) })
