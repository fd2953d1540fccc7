import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startWebServer, type WebServer } from '#test/fakes/web-server'
import { openWeb, sendWeb } from '#test/suites/web-provider'
import { webOAuth2 } from './oauth2.ts'

let api: WebServer
let tokens: WebServer
let given = 0
beforeAll(async () => {
  api = await startWebServer()
  tokens = await startWebServer()
})
afterAll(async () => {
  await api.stop()
  await tokens.stop()
})
beforeEach(() => {
  api.seen.length = 0
  tokens.seen.length = 0
  api.respond = (response) => response.end('{}')
  tokens.respond = (response) => {
    given += 1
    response.end(JSON.stringify({ access_token: `token-${given}`, expires_in: 3600 }))
  }
})

let clients = 0
/** Each has a client of its own, since tokens are cached for the whole process. */
const open = (change: object = {}, secrets: object = { clientSecret: 'se:cret +' }) => {
  const clientId = `client ${(clients += 1)}`
  const base = { baseUrl: `${api.origin}/v1`, tokenUrl: `${tokens.origin}/token`, clientId }
  return openWeb(webOAuth2, { config: { ...base, ...change }, secrets, servers: [api, tokens] })
}
const send = async (port: ReturnType<typeof open>, change = {}) =>
  await sendWeb(port, `${api.origin}/v1/a`, change)
const signedWith = () => api.seen.map(({ headers }) => headers['authorization'])

describe('an access token', () => {
  it('is asked for once, with the secret in the header', async () => {
    const port = open({ scope: 'read write' })
    await Promise.all([send(port), send(port), send(port)])
    await send(port)
    expect(new Set(signedWith())).toEqual(new Set([`Bearer token-${given}`]))
    expect(tokens.seen).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = tokens.seen
    const basic = Buffer.from(headers['authorization']?.slice(6) ?? '', 'base64').toString()
    expect(basic).toBe(`client+${clients}:se%3Acret+%2B`)
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'read write',
    })
  })

  it('is asked for with the secret in the form', async () => {
    await send(open({ clientAuth: 'body' }))
    expect(tokens.seen[0]?.headers).not.toHaveProperty('authorization')
    expect(Object.fromEntries(new URLSearchParams(tokens.seen[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: `client ${clients}`,
      client_secret: 'se:cret +',
    })
  })

  it('that the server refuses is replaced once, by one request for all callers', async () => {
    const port = open()
    await send(port)
    const old = `Bearer token-${given}`
    api.respond = (response, { headers }) =>
      response.writeHead(headers['authorization'] === old ? 401 : 200).end('{}')
    const answers = await Promise.all([send(port), send(port, { method: 'POST', body: 'x' })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(tokens.seen).toHaveLength(2)
    expect(api.seen.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      'x',
      'x',
    ])
    api.respond = (response) => response.writeHead(401).end()
    api.seen.length = 0
    expect(await send(port)).toMatchObject({ status: 401 })
    expect(api.seen).toHaveLength(2)
  })

  it('is not cached when it is nearly over', async () => {
    tokens.respond = (response) => response.end('{"access_token":"short","expires_in":"20"}')
    const port = open()
    await send(port)
    await send(port)
    expect(tokens.seen).toHaveLength(2)
  })

  it.each([
    [401, '{"error":"invalid_client","error_description":"Ada Lovelace"}', 'invalid_client'],
    [500, 'Ada Lovelace', undefined],
    [200, '{"access_token":""}', undefined],
    [302, '', undefined],
  ])('that is not given (%i) fails the call before it is sent', async (status, body, code) => {
    tokens.respond = (response) =>
      response.writeHead(status, { location: `${api.origin}/v1/a` }).end(body)
    const failure: unknown = await send(open()).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'provider_error', details: { sent: false } })
    if (code) expect(failure).toMatchObject({ details: { code } })
    expect(JSON.stringify(failure) + String(failure)).not.toMatch(/Lovelace|se:cret/)
    expect(api.seen).toEqual([])
  })

  it('needs the secret', async () =>
    await expect(send(open({}, {}))).rejects.toMatchObject({ details: { code: 'incomplete' } }))

  it('is not asked for at an internal address', async () => {
    const config = {
      baseUrl: `${api.origin}/v1`,
      tokenUrl: `${tokens.origin}/token`,
      clientId: 'x',
    }
    const port = openWeb(webOAuth2, { config, secrets: { clientSecret: 's' }, servers: [api] })
    await expect(send(port)).rejects.toMatchObject({ details: { sent: false } })
    expect([...tokens.seen, ...api.seen]).toEqual([])
  })
})

describe('with a certified server (oidc-provider)', () => {
  it.each(['client_secret_basic', 'client_secret_post'] as const)('signs in by %s', async (way) => {
    const http = createServer()
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(http.address() as AddressInfo).port}`
    const client = {
      client_id: 'rounds',
      client_secret: 'a secret + more : %',
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      token_endpoint_auth_method: way,
    }
    // It warns of its store and keys, which are for tests only.
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const provider = new Provider(`http://${host}`, {
      clients: [client],
      ttl: { ClientCredentials: 600 },
      features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
      scopes: ['records'],
    })
    warn.mockRestore()
    http.on('request', provider.callback())
    const config = {
      baseUrl: api.origin,
      tokenUrl: `http://${host}/token`,
      clientId: 'rounds',
      scope: 'records',
      clientAuth: way === 'client_secret_post' ? 'body' : 'basic',
    }
    const server = { ...tokens, host }
    const secrets = { clientSecret: client.client_secret }
    const port = openWeb(webOAuth2, { config, secrets, servers: [api, server] })
    try {
      expect(await sendWeb(port, `${api.origin}/a`)).toMatchObject({ status: 200 })
      expect(signedWith()).toEqual([expect.stringMatching(/^Bearer \S{20,}$/)])
    } finally {
      http.closeAllConnections()
      http.close()
    }
  })
})
