import { restoreVersionContract } from '#lib/contracts/workflows'
import { etagOf, ifMatchOf } from '#lib/http/if-match'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { restoreVersion } from '#lib/operations/workflows/restore-version'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(restoreVersionContract, restoreVersion, {
    input: ({ params, request }) => ({ ...params, revision: ifMatchOf(request) }),
    respond: (workflow) => ({ status: 200, headers: { etag: etagOf(workflow.draftRevision) }, body: workflow }),
  }),
})
