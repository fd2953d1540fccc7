import { listVersions as contract } from '#lib/contracts/workflows'
import { route } from '#lib/http/route'
import { listVersions } from '#lib/operations/workflows/list-versions'

export const GET = route(contract, listVersions)
