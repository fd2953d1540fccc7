import {
  createDecipheriv,
  createECDH,
  createHash,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { startProviderServer, type ProviderCall, type ProviderServer } from './provider-server.ts'

/** The subscription of a browser, as its Push API answers it. */
type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

export type PushService = Pick<ProviderServer, 'host' | 'instead' | 'calls' | 'close'> & {
  /** A new browser, which subscribed with our public key. */
  subscribe(publicKey: string): Subscription
  /** What browsers got, decrypted, with the claims of the signed word. */
  received: { endpoint: string; message: unknown; claims: Record<string, unknown> }[]
}

type Browser = {
  subscription: Subscription
  pair: ReturnType<typeof createECDH>
  auth: Buffer
  publicKey: string
}

/** Checks the word of RFC 8292 with the key that the browser subscribed with. */
function claimsOf({ headers }: ProviderCall, publicKey: string): Record<string, unknown> {
  const found = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(
    headers.authorization ?? '',
  )
  const [, head = '', claims = '', signature = '', key] = found ?? []
  if (key !== publicKey) throw new Error('signed with another key')
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const good = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!good) throw new Error('the signature does not fit')
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Decrypts a message as a browser does: RFC 8291 over the coding `aes128gcm` of RFC 8188. */
function decrypt(bytes: Buffer, { pair, auth }: Browser): unknown {
  const salt = bytes.subarray(0, 16)
  const keyLength = bytes.readUInt8(20)
  const serverKey = bytes.subarray(21, 21 + keyLength)
  const sealed = bytes.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), serverKey])
  const secret = derive(pair.computeSecret(serverKey), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 })
  cipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
}

/** A push service with its browsers on 127.0.0.1: it takes what a browser could show. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const received: PushService['received'] = []
  const server = await startProviderServer((call) => {
    const browser = browsers.get(call.url.pathname)
    if (!browser) return { status: 404 }
    if (call.headers['content-encoding'] !== 'aes128gcm') return { status: 415 }
    if (!/^\d+$/.test(String(call.headers['ttl']))) return { status: 400 }
    const claims = claimsOf(call, browser.publicKey)
    const { endpoint } = browser.subscription
    received.push({ endpoint, message: decrypt(call.bytes, browser), claims })
    return { status: 201 }
  })
  return {
    host: server.host,
    instead: server.instead,
    calls: server.calls,
    close: server.close,
    received,
    subscribe(publicKey) {
      const pair = createECDH('prime256v1')
      const p256dh = pair.generateKeys('base64url')
      const auth = randomBytes(16)
      const path = `/send/${createHash('sha256').update(p256dh).digest('hex')}`
      const keys = { p256dh, auth: auth.toString('base64url') }
      const subscription = { endpoint: `${server.baseUrl}${path}`, keys }
      browsers.set(path, { subscription, pair, auth, publicKey })
      return subscription
    },
  }
}
