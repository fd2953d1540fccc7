import { readVersion as contract } from '#lib/contracts/workflows'
import { route } from '#lib/http/route'
import { readVersion } from '#lib/operations/workflows/read-version'

export const GET = route(contract, readVersion)
