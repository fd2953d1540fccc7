import { readMetricsContract } from '#lib/contracts/service'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { readMetrics, requireMetricsToken } from '#lib/operations/service/read-metrics'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readMetricsContract, readMetrics, {
    input: ({ request }) => requireMetricsToken(request.headers.get('authorization')),
    respond: (text) => new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' } }),
  }),
})
