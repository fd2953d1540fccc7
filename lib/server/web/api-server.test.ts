import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '#lib/http/endpoints'
import { useApi } from '#test/harness/api'
import { serveApi } from './api-server.ts'

// The production server answers the API by itself, while `next dev` mounts the same table. So this
// test requests every endpoint over a socket.
const api = useApi()
let server: Server
let base = ''

beforeAll(async () => {
  server = createServer(
    (request, response) =>
      void (serveApi(request, response) || response.writeHead(299).end('next')),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const ask = async (
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) =>
  await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${api.organization.keys.owner}`, ...headers },
    ...(body === undefined ? {} : { body }),
  })

describe('addresses', () => {
  it.each(contracts.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
    '%s reaches its own handler',
    async (_name, contract) => {
      const verbs = contracts
        .filter((each) => each.path === contract.path)
        .map((each) => each.method)
      // The address itself answers a method that it does not have, and names those that it has.
      const response = await ask(contract.path.replaceAll(/\{\w+\}/g, 'x'), { method: 'OPTIONS' })
      expect(response.status).toBe(204)
      expect(
        (response.headers.get('allow') ?? '')
          .split(', ')
          .filter((verb) => verb !== 'HEAD' && verb !== 'OPTIONS')
          .sort(),
      ).toEqual(verbs.toSorted())
    },
  )

  it('a word has priority over a parameter at the same place', async () => {
    expect((await ask('/api/v2/workflows/import')).status).toBe(405)
    expect((await ask('/api/v2/workflows/referral')).status).toBe(404)
  })

  it('parameters are decoded', async () => {
    expect(await (await ask('/api/v2/policies/a%20b%2Fc/text')).json()).toMatchObject({
      message: expect.stringContaining('"a b/c"') as string,
    })
  })

  it('a slash at the end is ignored, an unknown address is 404', async () => {
    expect((await ask('/api/v2/workflows/')).status).toBe(200)
    for (const path of ['/api', '/api/v2/nothing', '/api/v2/workflows/a/b/c/d'])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
  })

  // Before Next resolves dots and slashes, which concerns only browsers.
  it.each([
    ['GET', '/api/v2/workflows//', 200],
    ['GET', '/api//v2/workflows', 404],
    ['GET', '/api/v2/workflows/a%2Fb', 404],
    ['GET', '/api/v2/workflows/%E0%A4', 400],
    ['GET', '/api/v2/workflows/%00', 400],
    ['GET', '/api/v2/workflows/[id]', 404],
    ['GET', '/api/v2/w%6Frkflows', 404],
    ['GET', '/API/v2/workflows', 299],
    ['DELETE', '/api/v2/async-result/sleep', 405],
    ['HEAD', '/api/v2/nothing', 404],
    ['HEAD', '/api/v2/workflows/x/draft', 405],
    ['OPTIONS', '/api/v2/nothing', 404],
  ])('%s %s is %i', async (method, path, status) => {
    expect((await ask(path, { method })).status).toBe(status)
  })

  it('sign-in and pages are left to Next', async () => {
    for (const path of ['/', '/api/auth/session', '/apiary'])
      expect([path, (await ask(path)).status]).toEqual([path, 299])
  })
})

describe('requests and answers', () => {
  it('carry body, status and headers both ways', async () => {
    const created = await ask('/api/v2/workflows', {
      method: 'POST',
      body: JSON.stringify({ name: 'Über 10 %' }),
      headers: { 'content-type': 'application/json', 'x-request-id': 'my-request-1' },
    })
    expect([
      created.status,
      created.headers.get('x-request-id'),
      created.headers.get('x-content-type-options'),
      ((await created.json()) as { name: string }).name,
    ]).toEqual([201, 'my-request-1', 'nosniff', 'Über 10 %'])
  })

  it('invite no other site: no answer has a CORS header', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await ask('/api/v2/workflows', { method, headers })
      expect(
        [...answer.headers.keys()].filter((name) => name.startsWith('access-control')),
      ).toEqual([])
    }
  })

  it('HEAD is GET without a body', async () => {
    const got = await ask('/api/v2/workflows')
    const head = await ask('/api/v2/workflows', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      got.status,
      got.headers.get('content-type'),
      '',
    ])
  })
})
