import { readVersionContract } from '#lib/contracts/workflows'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { readVersion } from '#lib/operations/workflows/read-version'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(readVersionContract, readVersion) })
