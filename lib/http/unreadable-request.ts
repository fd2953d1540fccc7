import type { IncomingMessage, ServerResponse } from 'node:http'
import { shapesA } from '#lib/contracts/contract'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { errorResponse } from './errors.ts'

const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function faultOf(method: string, path: string, host: string): ApiError | undefined {
  if (!URL.canParse(`http://${host}`)) return ApiError.invalid([{ path: 'Host', message: 'The Host header is not the name of a host.' }])
  if (!known.has(method)) return new ApiError('method_not_allowed', `No address here has ${method.slice(0, 20)}.`, {}, { headers: { allow: [...known].join(', ') } })
  try {
    decodeURIComponent(path)
    return undefined
  } catch {
    return ApiError.invalid([{ path: '', message: 'The address has a % that is not followed by two digits of a UTF-8 character. Write a literal % as %25.' }])
  }
}

/**
 * Answers requests to the API that the framework would refuse with a page of its own, before any route: an unknown method, an address that
 * cannot be decoded, a host that is none. True when it answered.
 */
export async function answerUnreadable(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const [path = ''] = (request.url ?? '').split('?')
  const fault = /^\/api(\/|$)/.test(path) ? faultOf(request.method ?? '', path, request.headers.host ?? 'localhost') : undefined
  if (!fault) return false
  const answer = errorResponse(fault, shapesA, newId())
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  return true
}
