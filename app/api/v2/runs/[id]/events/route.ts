import { runEventsContract } from '#lib/contracts/runs'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { runEventStream } from '#lib/operations/runs/run-event-stream'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(runEventsContract, runEventStream, {
    input: ({ params, request }) => ({ id: params.id, lastEventId: request.headers.get('last-event-id') }),
    respond: (stream) =>
      new Response(stream, { headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' } }),
  }),
})
