import { globSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import { shapesA } from '#lib/contracts/contract'
import { errorResponse, toApiError } from '#lib/http/errors'
import { noSuchEndpoint } from '#lib/http/no-such-endpoint'
import type { RouteHandler } from '#lib/http/route'
import { securityHeaders } from '#lib/http/security-headers'
import { bytesOf } from '#lib/http/text-response'
import { newId } from '#lib/ids'

type RouteFile = Record<string, RouteHandler | undefined>
/** A route file of app/api: the parts of its address, `undefined` for a parameter, and its handlers, imported when first asked for. */
type Route = { parts: (string | undefined)[]; names: string[]; load(): Promise<RouteFile> }

/** Addresses that need Next: sign-in is next-auth's, which reads the request through it. */
const nextOnly = /^\/api\/auth(\/|$)/

/**
 * Serves the route files of app/api without Next in between: a handler is a plain `Request → Response` function, and Next's own share of a request is
 * about 0.6 ms of CPU. `next dev` and `next start` serve the same files at the same addresses; a test holds the two together.
 * Returns false for what Next serves.
 */
export function createApiServer(root: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const routes = globSync('app/api/**/route.ts', { cwd: root }).map((file) => file.replaceAll(path.sep, '/')).filter((file) => !file.includes('[...') && !file.includes('[[...'))
  const table = routes.map((file) => routeOf(root, file)).sort((a, b) => firstParameter(a) - firstParameter(b))
  return (request, response) => {
    const [address = ''] = (request.url ?? '').split('?')
    if (!/^\/api(\/|$)/.test(address) || nextOnly.test(address)) return false
    serve(table, request, response).catch((error: Error) => response.destroy(error))
    return true
  }
}

const securityOfText = Object.fromEntries(securityHeaders.map(({ key, value }) => [key.toLowerCase(), value]))

async function serve(table: Route[], incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  let response: Response
  try {
    response = await answer(table, createRequest(incoming, outgoing))
  } catch (error) {
    response = failed(error)
  }
  // Whoever asked has left.
  if (outgoing.destroyed) {
    await response.body?.cancel()
    return
  }
  const bytes = bytesOf(response)
  if (bytes && response.headers.getSetCookie().length === 0) {
    // One write to the socket; as a stream it would be three.
    outgoing.writeHead(response.status, { ...securityOfText, ...Object.fromEntries(response.headers), 'content-length': bytes.byteLength }).end(bytes)
    return
  }
  for (const { key, value } of securityHeaders) if (!response.headers.has(key)) response.headers.set(key, value)
  await sendResponse(outgoing, response)
}

function routeOf(root: string, file: string): Route {
  const parts = path.posix.dirname(file).slice('app'.length + 1).split('/')
  let loaded: Promise<RouteFile> | undefined
  return {
    parts: parts.map((part) => (part.startsWith('[') ? undefined : part)),
    names: parts.map((part) => (part.startsWith('[') ? part.slice(1, -1) : '')),
    load: async () => await (loaded ??= import(pathToFileURL(path.join(root, file)).href) as Promise<RouteFile>),
  }
}

/** A word in an address goes before a parameter at the same place, as in Next. */
const firstParameter = ({ parts }: Route): number => {
  const at = parts.indexOf(undefined)
  return at < 0 ? -Infinity : -at
}

function match(table: Route[], address: string): { route: Route; params: Record<string, string> } | undefined {
  const given = address.split('/').slice(1)
  for (const route of table) {
    if (route.parts.length !== given.length || !route.parts.every((part, index) => part === undefined ? given[index] !== '' : part === given[index])) continue
    return { route, params: Object.fromEntries(route.names.flatMap((name, index) => (name ? [[name, decodeURIComponent(given[index] ?? '')]] : []))) }
  }
  return undefined
}

async function answer(table: Route[], request: Request): Promise<Response> {
  // A slash at the end is forgiven, as Next does by a redirect.
  const address = new URL(request.url).pathname.replace(/(.)\/+$/, '$1')
  const found = match(table, address)
  const handlers = found ? await found.route.load() : {}
  const head = request.method === 'HEAD'
  const handler = handlers[head ? 'GET' : request.method] ?? noSuchEndpoint
  const response = await handler(request, { params: Promise.resolve(found?.params ?? {}) })
  if (!head) return response
  await response.body?.cancel()
  return new Response(null, response)
}

/** Handlers catch what they throw, so this is a fault in this file. */
function failed(error: unknown): Response {
  const requestId = newId()
  return errorResponse(toApiError(error, requestId), shapesA, requestId)
}
