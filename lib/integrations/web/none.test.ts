import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selfSigned } from '#test/fakes/self-signed'
import { startWebServer, type WebServer } from '#test/fakes/web-server'
import { openWeb, sendWeb } from '#test/suites/web-provider'
import { webNone } from './none.ts'

const own = selfSigned('localhost')
const client = selfSigned('rounds')
const stranger = selfSigned('rounds')
let secure: WebServer
let plain: WebServer
beforeAll(async () => {
  plain = await startWebServer()
  secure = await startWebServer({
    key: own.key,
    cert: own.certificate,
    ca: client.certificate,
    requestCert: true,
    rejectUnauthorized: true,
  })
})
afterAll(async () => {
  await secure.stop()
  await plain.stop()
})

const shown = {
  clientCertificate: client.certificate,
  clientKey: client.key,
  authority: own.certificate,
}
const open = (secrets: object, servers = [secure, plain]) =>
  openWeb(webNone, { config: { baseUrl: `${servers[0]?.origin}/v1/` }, secrets, servers })

describe('a server that asks for a client certificate', () => {
  it('is shown it', async () => {
    expect(await sendWeb(open(shown), `${secure.origin}/v1/a`)).toMatchObject({ status: 200 })
    expect(secure.seen.at(-1)).toMatchObject({ url: '/v1/a', certified: true })
    expect(await open(shown).test(AbortSignal.timeout(30_000))).toBe('The server answered 200.')
  })

  it('answers no call without it, nor with another, nor one that does not trust it', async () => {
    const before = secure.seen.length
    const { authority } = shown
    const another = {
      authority,
      clientCertificate: stranger.certificate,
      clientKey: stranger.key,
    }
    const { clientCertificate, clientKey } = shown
    for (const secrets of [{ authority }, another, { clientCertificate, clientKey }])
      await expect(sendWeb(open(secrets), `${secure.origin}/v1/a`)).rejects.toMatchObject({
        code: 'provider_error',
      })
    expect(secure.seen).toHaveLength(before)
  })

  it('may encrypt its key', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const key = privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes256',
      passphrase: 'p',
    })
    const secrets = { ...shown, clientKey: String(key), clientKeyPassphrase: 'p' }
    // It is readable, but belongs to another certificate.
    await expect(sendWeb(open(secrets), `${secure.origin}/v1/a`)).rejects.toMatchObject({
      details: { code: 'incomplete' },
    })
  })

  it.each([
    { clientCertificate: client.certificate },
    { clientKey: client.key },
    { clientCertificate: client.certificate, clientKey: stranger.key },
    { clientCertificate: 'no PEM', clientKey: 'no PEM' },
    { authority: 'no PEM' },
  ])(
    'needs certificates that fit together: %#',
    async (secrets) =>
      await expect(sendWeb(open(secrets), `${secure.origin}/v1/a`)).rejects.toMatchObject({
        code: 'provider_error',
        details: { code: 'incomplete', sent: false },
      }),
  )

  it('loses certificate and authority after a redirect to another origin', async () => {
    plain.respond = (response) =>
      response.writeHead(307, { location: `${secure.origin}/v1/b` }).end()
    const before = secure.seen.length
    await expect(
      sendWeb(open(shown, [plain, secure]), `${plain.origin}/v1/a`),
    ).rejects.toMatchObject({ code: 'provider_error' })
    expect(secure.seen).toHaveLength(before)
  })
})

it.each(['/v2', '/v1/../v2', '/', '/v1/%2e%2e/v2'])('never calls %s', async (path) => {
  await expect(sendWeb(open(shown), `${secure.origin}${path}`)).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

it('calls no internal address', async () => {
  const port = openWeb(webNone, { config: { baseUrl: plain.origin }, servers: [] })
  const before = plain.seen.length
  await expect(sendWeb(port, `${plain.origin}/a`)).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect(plain.seen).toHaveLength(before)
})
