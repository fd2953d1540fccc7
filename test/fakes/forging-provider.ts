import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose'

export type ForgingProvider = {
  issuer: string
  /** What the token endpoint answers as the ID token. */
  idToken: string
  /** What the discovery document says besides the usual. */
  metadata: Record<string, unknown>
  /** Whether the key set is answered. */
  keysAway: boolean
  /** How often the key set was asked for. */
  keysAsked: number
  publicKey: JWK
  /** Signs a token with the present key, or another. */
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>, key?: CryptoKey): Promise<string>
  /** Replaces the key by a new one. */
  rotate(): Promise<void>
  stop(): Promise<void>
}

/**
 * An OpenID provider on 127.0.0.1 that answers any code with the ID token that a test made, for
 * what no real provider does.
 */
export async function startForgingProvider(): Promise<ForgingProvider> {
  let privateKey: CryptoKey
  let kid = 0
  const provider = { idToken: '', metadata: {}, keysAway: false, keysAsked: 0 } as ForgingProvider
  provider.rotate = async () => {
    const pair = await generateKeyPair('RS256', { extractable: true })
    privateKey = pair.privateKey
    provider.publicKey = { ...(await exportJWK(pair.publicKey)), kid: `key-${++kid}`, alg: 'RS256' }
  }
  provider.sign = async (claims, header = {}, key = privateKey) =>
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: `key-${kid}`, ...header })
      .sign(key)
  await provider.rotate()
  const server = createServer((request, response) => {
    const send = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const { issuer } = provider
    if (request.url === '/.well-known/openid-configuration')
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...provider.metadata,
      })
    if (request.url === '/keys') {
      provider.keysAsked++
      return provider.keysAway ? send({}, 503) : send({ keys: [provider.publicKey] })
    }
    request.resume()
    send({ access_token: 'access', token_type: 'Bearer', id_token: provider.idToken })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider.stop = () => new Promise((resolve) => server.close(() => resolve()))
  return provider
}
