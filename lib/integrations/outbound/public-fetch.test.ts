import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createPlain, type AddressInfo, type Server as PlainServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#lib/domain/api-error'
import { closedPort } from '#test/fakes/closed-port'
import { publicFetch } from './public-fetch.ts'

/** Listens on every address of this machine, where no connection is allowed. */
let canary: PlainServer
let canaryPort: number
let knocks = 0
/** Two servers that an operator allowed. */
const servers: Server[] = []
const hosts: string[] = []
type Seen = {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}
let seen: Seen[] = []
let respond: (response: ServerResponse, request: IncomingMessage) => void

const portOf = (server: PlainServer) => (server.address() as AddressInfo).port

beforeAll(async () => {
  canary = createPlain((socket) => {
    knocks += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(canary, 'listening')
  canaryPort = portOf(canary)
  for (let index = 0; index < 2; index++) {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        seen.push({ method: request.method, url: request.url, headers: request.headers, body })
        respond(response, request)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    servers.push(server)
    hosts.push(`127.0.0.1:${portOf(server)}`)
  }
})
afterAll(() => {
  canary.close()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => {
  knocks = 0
  seen = []
  respond = (response) => response.end('ok')
})

type Change = Partial<Parameters<typeof publicFetch>[0]>
const call = (url: string, change: Change = {}, allowed: readonly string[] = hosts) =>
  publicFetch(
    {
      url,
      method: 'GET',
      headers: {},
      timeoutMs: 5000,
      maxBytes: 1000,
      signal: new AbortController().signal,
      ...change,
    },
    allowed,
  )

describe('files', () => {
  const file = {
    fileName: 'a "b"\r\n.txt',
    mimeType: 'text/plain',
    size: 3,
    async *read() {
      yield Buffer.from('ab')
      yield Buffer.from('c')
    },
  }
  it(
    'go out with their length, are sent again after a redirect that says so, ' +
      'and left out after one to a page',
    async () => {
      respond = (response, { url }) =>
        response
          .writeHead(url === '/from' ? 307 : 200, { location: `http://${hosts[1]}/to` })
          .end('done')
      expect(await call(`http://${hosts[0]}/from`, { method: 'PUT', body: file })).toMatchObject({
        status: 200,
        body: 'done',
      })
      expect(seen).toMatchObject([
        { url: '/from', body: 'abc' },
        {
          url: '/to',
          body: 'abc',
          headers: { 'content-length': '3', 'content-type': 'text/plain' },
        },
      ])
      seen = []
      respond = (response, { url }) =>
        response.writeHead(url === '/from' ? 303 : 200, { location: '/to' }).end()
      await call(`http://${hosts[0]}/from`, {
        method: 'POST',
        body: { fields: { kind: 'scan' }, field: 'the "file"', file },
      })
      expect(seen).toMatchObject([{ method: 'POST' }, { method: 'GET', body: '' }])
      expect(seen[0]?.body).toMatch(
        /^--(\S+)\r\nContent-Disposition: form-data; name="kind"\r\n\r\nscan\r\n--\1\r\nContent-Disposition: form-data; name="the %22file%22"; filename="a %22b%22%0D%0A\.txt"\r\nContent-Type: text\/plain\r\n\r\nabc\r\n--\1--\r\n$/,
      )
    },
  )
  it('never go to an internal address, nor to a port without a listener', async () => {
    await expect(
      call(`http://127.0.0.1:${canaryPort}/`, { method: 'PUT', body: file }),
    ).rejects.toMatchObject({ code: 'invalid_request' })
    respond = (response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${canaryPort}/` }).end()
    await expect(call(`http://${hosts[0]}/`, { method: 'PUT', body: file })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    expect(knocks).toBe(0)
    const nobody = await closedPort()
    await expect(
      call(`http://${nobody}/`, { method: 'PUT', body: file }, [nobody]),
    ).rejects.toMatchObject({ code: 'provider_error', details: { sent: false } })
  })
  it(
    'that are cut off say that the request was received, and whoever takes ' +
      'an answer may refuse it',
    async () => {
      respond = (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('x')
        setImmediate(() => response.destroy())
      }
      const receive = () => async (content: AsyncIterable<Uint8Array>) => {
        for await (const _chunk of content);
      }
      await expect(
        call(`http://${hosts[0]}/`, { method: 'PUT', body: file, receive }),
      ).rejects.toMatchObject({ code: 'provider_error', details: { sent: true } })
      respond = (response) => response.end('x')
      const refused = new ApiError('payload_too_large', 'Too large.', {})
      await expect(
        call(`http://${hosts[0]}/`, { receive: () => async () => await Promise.reject(refused) }),
      ).rejects.toBe(refused)
      expect(await call(`http://${hosts[0]}/`, { receive: () => undefined })).toMatchObject({
        body: 'x',
      })
    },
  )
})

describe('addresses that may not be called', () => {
  const inside = [
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.1',
    '0',
    '127.0.0.1.',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '①②⑦.0.0.1',
    '127。0。0。1',
  ]
  it.each(inside)('%s: refused, and no connection is made', async (host) => {
    await expect(call(`http://${host}:${canaryPort}/`)).rejects.toMatchObject({
      code: 'invalid_request',
      statusCode: 400,
    })
    expect(knocks).toBe(0)
  })

  it('localhost with a dot at its end: no connection, for any result of the resolver', async () => {
    await expect(call(`http://localhost.:${canaryPort}/`)).rejects.toBeInstanceOf(ApiError)
    expect(knocks).toBe(0)
  })

  it('the canary notices a connection', async () => {
    await expect(
      call(`http://127.0.0.1:${canaryPort}/`, {}, [`127.0.0.1:${canaryPort}`]),
    ).rejects.toMatchObject({ code: 'provider_error' })
    expect(knocks).toBe(1)
  })

  it.each([
    '10.0.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '[fe80::1]',
    '[fd00::1]',
    '[64:ff9b::7f00:1]',
  ])('%s: refused at once', async (host) => {
    await expect(call(`http://${host}/latest/meta-data`)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'unix:/var/run/docker.sock',
    'data:text/plain,x',
    'gopher://127.0.0.1:25/',
    'nonsense',
    '//127.0.0.1/',
    'http://user:secret@example.com/',
    'http://user@example.com/',
  ])('%s: refused, because it is no plain web address', async (url) => {
    await expect(call(url)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(knocks).toBe(0)
  })

  it.each([301, 302, 303, 307, 308])(
    'redirects (%i) to internal addresses are refused too',
    async (status) => {
      respond = (response) =>
        response.writeHead(status, { location: `http://localhost:${canaryPort}/` }).end()
      await expect(call(`http://${hosts[0]}/`)).rejects.toMatchObject({ code: 'invalid_request' })
      respond = (response) => response.writeHead(status, { location: 'file:///etc/passwd' }).end()
      await expect(call(`http://${hosts[0]}/`)).rejects.toMatchObject({ code: 'invalid_request' })
      expect(knocks).toBe(0)
    },
  )

  it('only the exact host and port are allowed', async () => {
    const [, port] = (hosts[0] ?? '').split(':')
    for (const near of [`localhost:${port}`, `[::1]:${port}`, `127.0.0.2:${port}`])
      await expect(call(`http://${near}/`)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(seen).toHaveLength(0)
  })
})

describe('allowed calls', () => {
  it('send the given request and return the answer', async () => {
    respond = (response) =>
      response.writeHead(201, { 'content-type': 'application/json', 'x-one': '1' }).end('{"a":1}')
    const answer = await call(`http://${hosts[0]}/p?q=1`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', authorization: 'Bearer x' },
      body: 'hello',
    })
    expect(answer).toMatchObject({
      status: 201,
      headers: { 'content-type': 'application/json', 'x-one': '1' },
      body: '{"a":1}',
    })
    expect(seen).toMatchObject([
      { method: 'POST', url: '/p?q=1', headers: { authorization: 'Bearer x' }, body: 'hello' },
    ])
  })

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [307, 'POST', 'POST', 'body'],
    [308, 'PUT', 'PUT', 'body'],
    [302, 'GET', 'GET', ''],
  ])('a redirect (%i) of %s continues as %s with body %j', async (status, method, then, body) => {
    respond = (response, request) =>
      request.url === '/'
        ? response.writeHead(status, { location: '/next' }).end()
        : response.end('done')
    expect(
      await call(`http://${hosts[0]}/`, { method, ...(method === 'GET' ? {} : { body: 'body' }) }),
    ).toMatchObject({ status: 200, body: 'done' })
    expect(seen[1]).toMatchObject({ method: then, url: '/next', body })
  })

  it('send no credentials to another host', async () => {
    respond = (response, request) =>
      request.url === '/'
        ? response.writeHead(307, { location: `http://${hosts[1]}/next` }).end()
        : response.end('done')
    const headers = { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Api-Key': 'k', 'x-plain': 'p' }
    await call(`http://${hosts[0]}/`, { headers })
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer x',
      cookie: 'a=b',
      'x-api-key': 'k',
    })
    expect(Object.keys(seen[1]?.headers ?? {})).toEqual(
      expect.not.arrayContaining(['authorization', 'cookie', 'x-api-key']),
    )
    expect(seen[1]?.headers).toMatchObject({ 'x-plain': 'p' })
  })

  it('end after five redirects', async () => {
    respond = (response, request) =>
      response.writeHead(302, { location: `/${Number(request.url?.slice(1)) + 1}` }).end()
    await expect(call(`http://${hosts[0]}/0`)).rejects.toMatchObject({ code: 'provider_error' })
    expect(seen).toHaveLength(6)
  })

  it('end at the size limit, which counts unpacked bytes', async () => {
    respond = (response) => response.end('x'.repeat(1001))
    await expect(call(`http://${hosts[0]}/`)).rejects.toMatchObject({
      code: 'provider_error',
      details: { status: 200 },
    })
    respond = (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000)))
    await expect(call(`http://${hosts[0]}/`)).rejects.toMatchObject({
      code: 'provider_error',
      details: { status: 200 },
    })
  })

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['identity', Buffer.from],
    ['unheard-of', Buffer.from],
  ])('are unpacked: %s', async (coding, pack: (text: string) => Buffer) => {
    respond = (response) =>
      response.writeHead(404, { 'content-encoding': coding }).end(pack('größer'))
    expect(await call(`http://${hosts[0]}/`)).toMatchObject({ status: 404, body: 'größer' })
  })

  it('without content are not unpacked', async () => {
    respond = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end()
    expect(await call(`http://${hosts[0]}/`, { method: 'HEAD' })).toMatchObject({ body: '' })
    respond = (response) => response.writeHead(204, { 'content-encoding': 'br' }).end()
    expect(await call(`http://${hosts[0]}/`)).toMatchObject({ status: 204, body: '' })
  })

  it('that cannot be unpacked count as an interrupted answer', async () => {
    respond = (response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync('x'.repeat(1000)).subarray(0, 20))
    await expect(call(`http://${hosts[0]}/`)).rejects.toMatchObject({ code: 'provider_error' })
  })

  it('have a header of the caller once, in any case', async () => {
    respond = (response, request) => response.end(JSON.stringify(request.rawHeaders))
    const headers = { 'User-Agent': 'Ward 3', 'Content-Type': 'text/csv' }
    const { body } = await call(`http://${hosts[0]}/`, { method: 'POST', body: 'a,b', headers })
    const raw = (JSON.parse(body) as string[]).map((text) => text.toLowerCase())
    expect(raw.filter((text) => text === 'user-agent')).toHaveLength(1)
    expect(raw.filter((text) => text === 'content-type')).toHaveLength(1)
    expect(raw).toEqual(expect.arrayContaining(['ward 3', 'text/csv']))
  })

  it('end at the time limit, even in the middle of the body', async () => {
    for (const slow of [
      () => undefined,
      (response: ServerResponse) => void response.writeHead(200).write('x'),
    ]) {
      respond = slow
      await expect(call(`http://${hosts[0]}/`, { timeoutMs: 150 })).rejects.toMatchObject({
        code: 'provider_timeout',
      })
    }
  })

  it('report whether the request may have been received', async () => {
    respond = (response) => response.destroy()
    await expect(call(`http://${hosts[0]}/`)).rejects.toMatchObject({
      code: 'provider_error',
      details: { sent: true },
    })
    const closed = await closedPort()
    await expect(call(`http://${closed}/`, {}, [closed])).rejects.toMatchObject({
      code: 'provider_error',
      details: { sent: false },
    })
    await expect(call('http://no-such-host.invalid/')).rejects.toMatchObject({
      code: 'provider_error',
      details: { sent: false },
    })
  })

  it('end when the caller does', async () => {
    const controller = new AbortController()
    respond = () => controller.abort(new Error('gone'))
    await expect(call(`http://${hosts[0]}/`, { signal: controller.signal })).rejects.toThrow('gone')
  })
})
