import { retryRunContract } from '#lib/contracts/runs'
import { route } from '#lib/http/route'
import { retryRun } from '#lib/operations/runs/retry-run'

export const POST = route(retryRunContract, retryRun, {
  respond: (run) => ({ status: 202, headers: { location: `/api/v2/runs/${run.id}` }, body: run }),
})
