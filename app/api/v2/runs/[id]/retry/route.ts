import { retryRunContract } from '#lib/contracts/runs'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { retryRun } from '#lib/operations/runs/retry-run'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(retryRunContract, retryRun, {
    respond: (run) => ({ status: 202, headers: { location: `/api/v2/runs/${run.id}` }, body: run }),
  }),
})
