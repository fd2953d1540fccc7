import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NextApiRequest, NextApiResponse } from 'next'
import NextAuth from 'next-auth'
import { invitationCookie } from '#lib/domain/invitation-cookie'
import { browserCookieName, browserIdOf } from '#lib/auth/sessions/browser-cookie'
import { nextAuthOptions, type Visitor } from '#lib/auth/next-auth'
import { signInUnavailable } from '#lib/http/response/sign-in-unavailable'

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return Object.fromEntries(new URLSearchParams(text))
}

function cookiesOf(request: IncomingMessage): Record<string, string> {
  const pairs = (request.headers.cookie ?? '').split('; ').filter(Boolean)
  const entries = pairs.map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))] as const
  })
  return Object.fromEntries(entries)
}

async function sendUnavailable(response: ServerResponse, visitor: Visitor): Promise<void> {
  const unavailable = signInUnavailable(visitor.shortage)
  response.writeHead(unavailable.status, Object.fromEntries(unavailable.headers))
  response.end(await unavailable.text())
}

type Handler = (
  request: NextApiRequest,
  response: NextApiResponse,
  options: object,
) => Promise<void>

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://here')
  const cookies = cookiesOf(request)
  const nextauth = url.pathname.replace('/api/auth/', '').split('/')
  const query = { ...Object.fromEntries(url.searchParams), nextauth }
  const body = await bodyOf(request)
  const visitor: Visitor = {
    address: 'test',
    userAgent: 'Firefox',
    browserId: browserIdOf(cookies[browserCookieName()]),
    device: undefined,
    knownDevice: undefined,
    invitation: cookies[invitationCookie],
  }
  const asked = Object.assign(request, { query, cookies, body }) as unknown as NextApiRequest
  const answered = Object.assign(response, {
    status: (code: number) => Object.assign(response, { statusCode: code }),
    json: (value: unknown) => {
      if (visitor.shortage && request.method === 'POST') return sendUnavailable(response, visitor)
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify(value))
    },
    send: (value: unknown) =>
      response.end(typeof value === 'string' ? value : JSON.stringify(value)),
  }) as unknown as NextApiResponse
  await (NextAuth as unknown as Handler)(asked, answered, nextAuthOptions(visitor))
}

/** Serves `/api/auth` of the service on its own port, without Next. `origin` is its address. */
export async function startNextAuthServer(): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const failed = (error: Error) => response.writeHead(500).end(error.message)
    answer(request, response).catch(failed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { origin: `http://127.0.0.1:${port}`, stop }
}
