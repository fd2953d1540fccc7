import { saveDraftContract } from '#lib/contracts/workflows'
import { etagOf, ifMatchOf } from '#lib/http/if-match'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { saveDraft } from '#lib/operations/workflows/save-draft'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: route(saveDraftContract, saveDraft, {
    input: ({ params, body, request }) => ({ ...params, ...body, revision: ifMatchOf(request) }),
    respond: (saved) => ({ status: 200, headers: { etag: etagOf(saved.draftRevision) }, body: saved }),
  }),
})
