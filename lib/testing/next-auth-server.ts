import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NextApiRequest, NextApiResponse } from 'next'
import NextAuth from 'next-auth'
import { invitationCookie } from '#lib/domain/invitation-cookie'
import { nextAuthOptions } from '#lib/auth/next-auth'

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return Object.fromEntries(new URLSearchParams(text))
}

/** `/api/auth` of the service on a port of its own, without Next around it. `origin` is where it is reached. */
export async function startNextAuthServer(): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = async () => {
      const url = new URL(request.url ?? '/', 'http://here')
      const cookies = Object.fromEntries((request.headers.cookie ?? '').split('; ').filter(Boolean).map((pair) => [pair.slice(0, pair.indexOf('=')), decodeURIComponent(pair.slice(pair.indexOf('=') + 1))]))
      const query = { ...Object.fromEntries(url.searchParams), nextauth: url.pathname.replace('/api/auth/', '').split('/') }
      const asked = Object.assign(request, { query, cookies, body: await bodyOf(request) }) as unknown as NextApiRequest
      const answered = Object.assign(response, {
        status: (code: number) => Object.assign(response, { statusCode: code }),
        json: (value: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value)),
        send: (value: unknown) => response.end(typeof value === 'string' ? value : JSON.stringify(value)),
      }) as unknown as NextApiResponse
      await (NextAuth as unknown as (request: NextApiRequest, response: NextApiResponse, options: object) => Promise<void>)(asked, answered, nextAuthOptions({
        ...{ address: 'test', userAgent: 'Firefox', device: undefined, knownDevice: undefined },
        invitation: cookies[invitationCookie],
      }))
    }
    answer().catch((error: Error) => response.writeHead(500).end(error.message))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}
