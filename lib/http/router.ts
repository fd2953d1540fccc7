import { shapesA, type Method } from '#lib/contracts/contract'
import { ApiError } from '#lib/domain/api-error'

import type { Endpoint } from './endpoint.ts'
import { errorResponse, toApiError } from './errors.ts'
import { RequestCount } from './request/request-count.ts'
import { requestIdOf } from './request/request-id.ts'
import { undecodable } from './request/unreadable-request.ts'

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly Method[]

/** One path of the API with its endpoints. */
type Address = {
  path: string
  /** The parts between the slashes; a parameter is its name in braces. */
  parts: string[]
  endpoints: Partial<Record<string, Endpoint>>
}

const isParameter = (part: string): boolean => part.startsWith('{')

/** A word in an address has priority over a parameter at the same place. */
function byFirstParameter(one: Address, other: Address): number {
  const at = ({ parts }: Address): number => {
    const index = parts.findIndex(isParameter)
    return index < 0 ? parts.length : index
  }
  return at(other) - at(one)
}

/** The form by which two addresses must differ: names of parameters do not distinguish them. */
const formOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')

function addressesOf(endpoints: Endpoint[]): Address[] {
  const addresses = new Map<string, Address>()
  for (const endpoint of endpoints) {
    const { id, method, path } = endpoint.contract
    const form = formOf(path)
    const address = addresses.get(form) ?? { path, parts: path.slice(1).split('/'), endpoints: {} }
    const there = address.endpoints[method]?.contract
    if (there) throw new Error(`${there.id} and ${id} are both ${method} ${path}`)
    if (address.path !== path)
      throw new Error(`${id}: ${path} is ${address.path} with parameters of other names`)
    address.endpoints[method] = endpoint
    addresses.set(form, address)
  }
  return [...addresses.values()].sort(byFirstParameter)
}

function isAt({ parts }: Address, given: string[]): boolean {
  return (
    parts.length === given.length &&
    parts.every((part, index) => (isParameter(part) ? given[index] !== '' : part === given[index]))
  )
}

/** The decoded parameters of an address; undefined when a % in it starts no character. */
function paramsOf({ parts }: Address, given: string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  try {
    for (const [index, part] of parts.entries())
      if (isParameter(part)) params[part.slice(1, -1)] = decodeURIComponent(given[index] ?? '')
  } catch {
    return undefined
  }
  return params
}

/** 404: no endpoint has this path. */
function noSuchEndpoint(request: Request, path: string): Response {
  const shown = path.slice(0, 200)
  const message = `There is no endpoint ${request.method} ${shown}. All of them are described at /docs.`
  const error = new ApiError('not_found', message, { path: shown })
  return errorResponse(error, shapesA, requestIdOf(request))
}

/** Answers a method that the address does not have: OPTIONS, or 405 with `Allow`. */
function withoutEndpoint({ endpoints }: Address, request: Request): Response {
  const allowed = verbs.filter((verb) => endpoints[verb])
  const named = allowed.flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb]))
  const allow = [...named, 'OPTIONS'].join(', ')
  const requestId = requestIdOf(request)
  if (request.method === 'OPTIONS')
    return new Response(null, { status: 204, headers: { allow, 'x-request-id': requestId } })
  const message = `This address has no ${request.method}. It has: ${allowed.join(', ')}.`
  const error = new ApiError('method_not_allowed', message, { allowed }, { headers: { allow } })
  const [first] = allowed
  const shapes = first && endpoints[first]?.contract.errors
  return errorResponse(error, shapes ?? shapesA, requestId)
}

/** Counts a request that no endpoint counts, and answers it unless there were too many. */
async function counted(request: Request, answer: () => Response): Promise<Response> {
  const count = new RequestCount()
  let response: Response
  try {
    await count.takeOfAddress()
    response = answer()
  } catch (error) {
    const requestId = requestIdOf(request)
    response = errorResponse(toApiError(error, requestId), shapesA, requestId)
  }
  count.sign(response.headers)
  return response
}

/**
 * Creates the API as one function from request to answer: it finds the endpoint of the address, or
 * answers 404, 405 and OPTIONS. HEAD is GET without its body; slashes at the end are ignored.
 * Throws at once when two endpoints have the same method and address.
 */
export function createRouter(endpoints: Endpoint[]): (request: Request) => Promise<Response> {
  const addresses = addressesOf(endpoints)

  async function answer(request: Request, verb: string): Promise<Response> {
    const { pathname } = new URL(request.url)
    const given = pathname
      .replace(/(.)\/+$/, '$1')
      .slice(1)
      .split('/')
    const address = addresses.find((each) => isAt(each, given))
    if (!address) return await counted(request, () => noSuchEndpoint(request, pathname))
    const endpoint = address.endpoints[verb]
    if (!endpoint) return await counted(request, () => withoutEndpoint(address, request))
    const params = paramsOf(address, given)
    if (params) return endpoint(request, params)
    return await counted(request, () =>
      errorResponse(undecodable(), endpoint.contract.errors, requestIdOf(request)),
    )
  }

  return async (request) => {
    if (request.method !== 'HEAD') return answer(request, request.method)
    const response = await answer(request, 'GET')
    await response.body?.cancel()
    return new Response(null, response)
  }
}
