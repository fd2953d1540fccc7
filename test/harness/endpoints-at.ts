import type { Method } from '#lib/contracts/contract'
import type { Handler } from '#lib/http/endpoint'
import { contracts, endpoints } from '#lib/http/endpoints'
import { createRouter } from '#lib/http/router'

/** An endpoint, or the router's answer in its place. */
export type Answering = Handler & { contract?: { method: string } }

const router = createRouter(endpoints)

/**
 * The endpoints of one path of the API, as the contracts write it (`/api/v2/runs/{id}`). A verb
 * that the path does not have, and OPTIONS, are answered by the router. Throws for a path that no
 * contract has.
 */
export function endpointsAt(path: string): Record<Method | 'OPTIONS', Answering> {
  if (!contracts.some((contract) => contract.path === path))
    throw new Error(`no contract has the path ${path}`)

  function at(method: Method | 'OPTIONS'): Answering {
    const own = endpoints.find(
      ({ contract }) => contract.path === path && contract.method === method,
    )
    if (own) return own
    const answer: Handler = async ({ url, headers }) =>
      router(new Request(new URL(path.replaceAll(/[{}]/g, ''), url), { method, headers }))
    return Object.assign(answer, { contract: { method } })
  }

  return {
    GET: at('GET'),
    POST: at('POST'),
    PUT: at('PUT'),
    PATCH: at('PATCH'),
    DELETE: at('DELETE'),
    OPTIONS: at('OPTIONS'),
  }
}
