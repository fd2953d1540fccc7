import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerUnreadable, refuseTunnels } from './unreadable-request.ts'

const server = createServer((incoming, response) => {
  void answerUnreadable(incoming, response).then(
    (answered) => answered || response.writeHead(299).end('handled'),
  )
})
refuseTunnels(server)
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())

const ask = (
  method: string,
  path: string,
  host?: string,
): Promise<{ status: number | undefined; requestId: unknown; body: string }> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    request(
      {
        port,
        host: '127.0.0.1',
        method,
        path,
        ...(host === undefined ? {} : { headers: { host } }),
      },
      (response) => {
        let body = ''
        response.on('data', (chunk: Buffer) => {
          body += chunk.toString()
        })
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            requestId: response.headers['x-request-id'],
            body,
          }),
        )
      },
    )
      .on('error', reject)
      .end()
  })

it.each([
  ['GET', '/api/v2/workflows/%E0%A4%A', 400, 'invalid_request'],
  ['GET', '/api/%', 400, 'invalid_request'],
  ['TRACE', '/api/v2/workflows', 405, 'method_not_allowed'],
  ['PROPFIND', '/api', 405, 'method_not_allowed'],
  ['TRACE', '/docs', 405, 'method_not_allowed'],
  ['TRACE', '/', 405, 'method_not_allowed'],
  ['QUERY', '/', 405, 'method_not_allowed'],
  ['DELETE', '/runs', 405, 'method_not_allowed'],
])('%s %s is %i in our error body', async (method, path, status, error) => {
  const answer = await ask(method, path)
  expect([answer.status, typeof answer.requestId, JSON.parse(answer.body)]).toEqual([
    status,
    'string',
    expect.objectContaining({ error, statusCode: status, details: expect.any(Object) }),
  ])
})

it('CONNECT is 405 with Allow', async () => {
  const { port } = server.address() as AddressInfo
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method: 'CONNECT', path: 'example.com:443' })
    asked.on('connect', resolve).on('error', reject).end()
  })
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
  answer.socket.destroy()
})

it('a Host that is no host is 400', async () => {
  expect((await ask('GET', '/api/v2/workflows', 'a b')).status).toBe(400)
})

it.each([
  ['GET', '/api/v2/workflows/%C3%BC?x=%'],
  ['POST', '/sign-in'],
  ['GET', '/apix/%'],
])('%s %s reaches the routes', async (method, path) => {
  expect((await ask(method, path)).status).toBe(299)
})
