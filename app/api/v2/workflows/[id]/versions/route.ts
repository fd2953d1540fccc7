import { listVersionsContract } from '#lib/contracts/workflows'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { listVersions } from '#lib/operations/workflows/list-versions'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(listVersionsContract, listVersions) })
