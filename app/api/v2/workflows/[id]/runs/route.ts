import { startRunContract } from '#lib/contracts/runs'
import { waitSeconds } from '#lib/http/prefer-wait'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { startRunAndWait } from '#lib/operations/runs/start-run'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(startRunContract, startRunAndWait, {
    input: ({ params, body, request }) => ({ id: params.id, startData: body.startData, draft: body.draft, waitSeconds: waitSeconds(request) }),
    idempotencyKey: ({ body }) => body.idempotencyKey,
    respond: ({ started, finished }) =>
      finished
        ? { status: 200, body: finished }
        : { status: 202, headers: { location: `/api/v2/runs/${started.id}` }, body: { id: started.id, status: started.status } },
  }),
})
