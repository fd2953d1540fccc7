import { listAuditContract } from '#lib/contracts/audit'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { listAudit } from '#lib/operations/audit/list-audit'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(listAuditContract, listAudit) })
