import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Provider } from '#lib/integrations/provider'
import { startWebServer, type WebServer } from '#test/fakes/web-server'
import { openWeb, sendWeb } from './web-provider.ts'

type Suite = {
  provider: Provider<'web'>
  settings?: object
  secrets: object
  /** The header that signs a call in, in lower case, and what it is with these settings. */
  header: string
  value: string
}

/** What holds for each web connection that signs its calls in by one header. */
export function webHeaderSuite({ provider, settings, secrets, header, value }: Suite): void {
  let server: WebServer
  let other: WebServer
  beforeAll(async () => {
    server = await startWebServer()
    other = await startWebServer()
  })
  afterAll(async () => {
    await server.stop()
    await other.stop()
  })

  const open = (given: object = secrets) => {
    const config = { baseUrl: `${server.origin}/v1`, testPath: '/status', ...settings }
    return openWeb(provider, { config, secrets: given, servers: [server, other] })
  }

  it('signs each call in, whatever the step sends', async () => {
    const port = open()
    await sendWeb(port, `${server.origin}/v1/a`, {
      headers: { [header]: 'of the step', 'x-a': '1' },
    })
    expect(server.seen.at(-1)).toMatchObject({
      url: '/v1/a',
      headers: { [header]: value, 'x-a': '1' },
    })
    expect(await port.test(AbortSignal.timeout(10_000))).toBe('The server answered 200.')
    expect(server.seen.at(-1)).toMatchObject({ method: 'GET', url: '/v1/status' })
  })

  it('takes the credentials to no other origin, and keeps them within its own', async () => {
    const initial = { respond: server.respond, other: other.respond }
    server.respond = (response, { url }) =>
      url === '/v1/a'
        ? response.writeHead(307, { location: '/v1/b' }).end()
        : response.writeHead(307, { location: `${other.origin}/c` }).end()
    other.respond = (response, { url }) =>
      url === '/c'
        ? response.writeHead(307, { location: `${server.origin}/d` }).end()
        : response.end()
    server.seen.length = 0
    other.seen.length = 0
    await sendWeb(open(), `${server.origin}/v1/a`).catch(() => undefined)
    expect(server.seen.slice(0, 2).map(({ headers }) => headers[header])).toEqual([value, value])
    expect(server.seen[2]).toMatchObject({ url: '/d' })
    expect([other.seen[0], server.seen[2]].map((seen) => seen?.headers[header])).toEqual([
      undefined,
      undefined,
    ])
    server.respond = initial.respond
    other.respond = initial.other
  })

  it('says what is missing, and sends nothing', async () => {
    server.seen.length = 0
    await expect(sendWeb(open({}), `${server.origin}/v1/a`)).rejects.toMatchObject({
      code: 'provider_error',
      details: { code: 'incomplete', sent: false },
    })
    expect(server.seen).toEqual([])
  })
}
