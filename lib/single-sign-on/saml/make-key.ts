import { generateKeyPair, randomBytes, sign, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { SamlKey } from '../connection-row.ts'

const yearMs = 365 * 24 * 3_600_000
/** How long the certificate of a key says that it is valid: ten years. Owners replace it before. */
const lifeMs = 10 * yearMs

/** One value in DER (X.690 §8.1): tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content])
  const size = Buffer.from(content.length.toString(16).padStart(4, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x82]), size, content])
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
/** Nothing of it is zero, so that it is positive and in its shortest form. */
const integer = (bytes: Buffer): Buffer => der(0x02, Buffer.concat([Buffer.from([0x01]), bytes]))
/** UTCTime, as RFC 5280 §4.1.2.5 wants it before 2050. */
const time = (at: Date): Buffer =>
  der(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`))
const bits = (bytes: Buffer): Buffer => der(0x03, Buffer.from([0]), bytes)

/** sha256WithRSAEncryption (RFC 4055 §5). */
const algorithm = sequence(
  der(0x06, Buffer.from('2a864886f70d01010b', 'hex')),
  Buffer.from([0x05, 0]),
)
/** commonName (RFC 5280 §A.1). */
const commonName = der(0x06, Buffer.from('550403', 'hex'))

/** A self-signed certificate (RFC 5280 §4.1) as PEM: providers take a key in this form only. */
function certificateOf(keys: { publicKey: KeyObject; privateKey: KeyObject }, now: Date): string {
  const name = sequence(
    der(0x31, sequence(commonName, der(0x0c, Buffer.from('Rounds single sign-on')))),
  )
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    integer(randomBytes(15)),
    algorithm,
    name,
    sequence(time(now), time(new Date(now.getTime() + lifeMs))),
    name,
    keys.publicKey.export({ format: 'der', type: 'spki' }),
  )
  const whole = sequence(content, algorithm, bits(sign('sha256', content, keys.privateKey)))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----`
}

/** Makes a key pair of our own for a SAML connection, with its certificate. */
export async function makeSamlKey(now = new Date()): Promise<SamlKey> {
  const keys = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return {
    privateKey: keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificate: certificateOf(keys, now),
  }
}
