import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { shapesA } from '#lib/contracts/contract'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { errorResponse } from '../errors.ts'

const known = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Browsers without scripts post a page's form to the page itself. */
const ofPages = ['GET', 'HEAD', 'POST', 'OPTIONS']

const isApi = (path: string): boolean => /^\/api(\/|$)/.test(path)

/** 400: the address contains a % that starts no character. */
export function undecodable(): ApiError {
  const message =
    'The address has a % that is not followed by two digits of a UTF-8 character. ' +
    'Write a literal % as %25.'
  return ApiError.invalid([{ path: '', message }])
}

function methodFault(method: string, allowed: string[]): ApiError | undefined {
  if (allowed.includes(method)) return undefined
  const message = `No address here has ${method.slice(0, 20)}.`
  const headers = { allow: allowed.join(', ') }
  return new ApiError('method_not_allowed', message, { allowed }, { headers })
}

function faultOf(method: string, path: string, host: string): ApiError | undefined {
  if (!isApi(path)) return methodFault(method, ofPages)
  if (!URL.canParse(`http://${host}`))
    return ApiError.invalid([
      { path: 'Host', message: 'The Host header is not the name of a host.' },
    ])
  const fault = methodFault(method, known)
  if (fault) return fault
  try {
    decodeURIComponent(path)
    return undefined
  } catch {
    return undecodable()
  }
}

/** Answers 405 to `CONNECT`, for which Node provides a bare socket instead of a request. */
export function refuseTunnels(server: Server): void {
  server.on('connect', (_request, socket) => {
    const head = ['HTTP/1.1 405 Method Not Allowed', `Allow: ${ofPages.join(', ')}`]
    socket.on('error', () => socket.destroy())
    socket.end([...head, 'Content-Length: 0', 'Connection: close', '', ''].join('\r\n'))
  })
}

/**
 * Answers, before any route, requests to which the framework would send a page or an error of its
 * own: an unknown method, and in the API an address that cannot be decoded or an invalid host.
 * Returns true when it answered.
 */
export async function answerUnreadable(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [path = ''] = (request.url ?? '').split('?')
  const fault = faultOf(request.method ?? '', path, request.headers.host ?? 'localhost')
  if (!fault) return false
  const answer = errorResponse(fault, shapesA, newId())
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  return true
}
