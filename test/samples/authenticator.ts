import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Assertion, Attestation } from '#lib/domain/passkey-answers'

/** What a browser and its authenticator say; a test that attacks changes it. */
export type Said = {
  challenge: string
  origin: string
  /** The host that the authenticator believes to be at. */
  rpId: string
  type: string
  userVerified: boolean
}

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
type Cbor = Parameters<typeof isoCBOR.encode>[0]
const encoded = (map: Map<string | number, Cbor>): Buffer => Buffer.from(isoCBOR.encode(map))
const url64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** Of authenticator data (WebAuthn §6.1). */
const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 }

/**
 * An authenticator with one passkey (ES256), and the browser around it, at the address of the
 * tests. Answers the questions of our endpoints as `navigator.credentials` does.
 */
export class Authenticator {
  readonly credentialId = url64(randomBytes(32))
  /** Uses, as it says; 0 when it does not count. */
  counter = 0
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  /** Makes the passkey. */
  register(options: Record<string, unknown>, change: Partial<Said> = {}): Attestation {
    const said = this.#said(options, 'webauthn.create', change)
    const id = Buffer.from(this.credentialId, 'base64url')
    const size = Buffer.alloc(2)
    size.writeUInt16BE(id.length)
    const aaguid = Buffer.alloc(16)
    const credential = Buffer.concat([aaguid, size, id, this.#publicKey()])
    const authData = Buffer.concat([this.#data(said, flags.hasCredential), credential])
    const attestation = new Map<string | number, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    const response = {
      clientDataJSON: url64(this.#clientData(said)),
      attestationObject: url64(encoded(attestation)),
    }
    return { ...this.#credential(), response }
  }

  /** Shows the passkey. */
  show(options: Record<string, unknown>, change: Partial<Said> = {}): Assertion {
    const said = this.#said(options, 'webauthn.get', change)
    const clientData = this.#clientData(said)
    const data = this.#data(said)
    const signed = Buffer.concat([data, sha256(clientData)])
    const response = {
      clientDataJSON: url64(clientData),
      authenticatorData: url64(data),
      signature: url64(sign('sha256', signed, this.#keys.privateKey)),
    }
    return { ...this.#credential(), response }
  }

  #credential() {
    const id = this.credentialId
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #said(options: Record<string, unknown>, type: string, change: Partial<Said>): Said {
    return {
      challenge: String(options['challenge']),
      origin: 'http://localhost:3000',
      rpId: 'localhost',
      type,
      userVerified: true,
      ...change,
    }
  }

  #clientData({ type, challenge, origin }: Said): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #data({ rpId, userVerified }: Said, more = 0): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const flag = flags.present + (userVerified ? flags.verified : 0) + more
    return Buffer.concat([sha256(rpId), Buffer.from([flag]), counter])
  }

  /** As COSE (RFC 9053 §2.1): type EC2, ES256, P-256, and the point. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const point = (part: string) => new Uint8Array(Buffer.from(part, 'base64url'))
    const key = new Map<string | number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ])
    return encoded(key)
  }
}
