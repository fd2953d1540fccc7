import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closedPort } from '#test/fakes/closed-port'
import { providerHttp } from './http.ts'

let server: Server
let host: string
let calls = 0
let respond: (response: ServerResponse, call: number) => void

beforeAll(async () => {
  server = createServer((_request, response) => respond(response, ++calls)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function send(
  answer: typeof respond,
  { repeatable = true, timeoutMs = 5000, url = `http://${host}/` } = {},
) {
  calls = 0
  respond = answer
  const client = providerHttp({
    provider: 'p',
    origin: `http://${host}`,
    allowPrivate: [host],
    timeoutMs,
    maxBytes: 1024,
  })
  return client({ method: 'GET', url, signal: new AbortController().signal, repeatable })
}

describe('an HTTP client for a provider', () => {
  it('tries repeatable calls three times in all', async () => {
    expect(
      (await send((response, call) => response.writeHead(call < 3 ? 503 : 200).end('{}'))).status,
    ).toBe(200)
    expect((await send((response) => response.writeHead(502).end())).status).toBe(502)
    expect(calls).toBe(3)
  })

  it('tries no other call again', async () => {
    expect(
      (await send((response) => response.writeHead(503).end(), { repeatable: false })).status,
    ).toBe(503)
    expect(calls).toBe(1)
  })

  it('waits as Retry-After says, and not when that is long', async () => {
    const started = performance.now()
    expect(
      (
        await send((response, call) =>
          response.writeHead(call < 2 ? 429 : 200, { 'retry-after': '1' }).end('{}'),
        )
      ).status,
    ).toBe(200)
    expect(performance.now() - started).toBeGreaterThanOrEqual(990)
    expect(
      (
        await send((response) =>
          response
            .writeHead(429, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })
            .end(),
        )
      ).status,
    ).toBe(429)
    expect(calls).toBe(1)
  })

  it('gives up in time on a server that does not answer, or not to the end', async () => {
    for (const slow of [
      () => undefined,
      (response: ServerResponse) => void response.writeHead(200).write('{'),
    ]) {
      await expect(send(slow, { timeoutMs: 200 })).rejects.toMatchObject({
        code: 'provider_timeout',
        statusCode: 504,
      })
      expect(calls).toBe(1)
    }
  })

  it('reads no more than its limit, and does not repeat the call', async () => {
    await expect(send((response) => response.end('x'.repeat(2000)))).rejects.toMatchObject({
      code: 'provider_error',
      details: { status: 200 },
    })
    expect(calls).toBe(1)
  })

  it('keeps whole numbers that would be rounded as text', async () => {
    const answer = await send((response) => response.end('{"id": 9007199254740993, "n": 1}'))
    expect(answer.json()).toEqual({ id: '9007199254740993', n: 1 })
  })

  it('follows no redirect and calls no other host', async () => {
    expect(
      (await send((response) => response.writeHead(307, { location: 'http://example.com/' }).end()))
        .status,
    ).toBe(307)
    for (const url of ['http://example.com/', `https://${host}/`, `http://${host}.example.com/`]) {
      await expect(send(() => undefined, { url })).rejects.toMatchObject({
        code: 'provider_error',
        message: expect.stringContaining('another host'),
      })
      expect(calls).toBe(0)
    }
  })

  it('reports when no server listens', async () => {
    const closed = await closedPort()
    const client = providerHttp({
      provider: 'p',
      origin: `http://${closed}`,
      allowPrivate: [closed],
    })
    await expect(
      client({
        method: 'GET',
        url: `http://${closed}/`,
        signal: new AbortController().signal,
        repeatable: true,
      }),
    ).rejects.toMatchObject({ code: 'provider_error', statusCode: 502 })
  })
})
