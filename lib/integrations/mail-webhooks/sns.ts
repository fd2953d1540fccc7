import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { publicFetch } from '../outbound/public-fetch.ts'
import { unsigned } from '../signed-webhook.ts'
import { parsed, unreadable } from './news.ts'

const text = z.string().max(300_000)
const messageSchema = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: text,
  TopicArn: text,
  Subject: text.optional(),
  Message: text,
  Timestamp: text,
  SignatureVersion: z.enum(['1', '2']),
  Signature: text,
  SigningCertURL: text,
  SubscribeURL: text.optional(),
  Token: text.optional(),
})
export type SnsMessage = z.infer<typeof messageSchema>

/** Only Amazon's own hosts, as its documentation asks for. */
const amazonHost = /^sns\.[a-zA-Z0-9-]{3,}\.amazonaws\.com(\.cn)?$/

function isAmazons(address: string, path: RegExp): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, pathname, username } = new URL(address)
  const isPlain = port === '' && username === ''
  return protocol === 'https:' && isPlain && amazonHost.test(hostname) && path.test(pathname)
}

/** Reads an address of Amazon; tests give their own. */
export type Fetch = (url: string) => Promise<string>

const fetchAmazon: Fetch = async (url) => {
  const { status, body } = await publicFetch(
    {
      url,
      method: 'GET',
      headers: {},
      timeoutMs: 10_000,
      maxBytes: 64 * 1024,
      maxRedirects: 0,
      signal: AbortSignal.timeout(15_000),
    },
    [],
  )
  if (status !== 200) throw unsigned()
  return body
}

const mostCertificates = 10
const certificates = new Map<string, X509Certificate>()

async function certificateAt(url: string, fetch: Fetch): Promise<X509Certificate> {
  const known = certificates.get(url)
  if (known && new Date(known.validTo) > new Date()) return known
  const fetched = new X509Certificate(await fetch(url))
  const now = new Date()
  if (new Date(fetched.validFrom) > now || new Date(fetched.validTo) < now) throw unsigned()
  if (certificates.size >= mostCertificates) certificates.clear()
  certificates.set(url, fetched)
  return fetched
}

/** What is signed: `Key\nValue\n` of these fields in the order of the alphabet. */
function signedText(message: SnsMessage): string {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : ([
          'Message',
          'MessageId',
          'SubscribeURL',
          'Timestamp',
          'Token',
          'TopicArn',
          'Type',
        ] as const)
  return names
    .flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`]))
    .join('')
}

/**
 * Reads a message of Amazon SNS (https://docs.aws.amazon.com/sns/latest/dg/
 * sns-verify-signature-of-message.html). Throws 401 unless it is of this topic and signed with a
 * certificate of Amazon.
 */
export async function readSns(
  topic: string | null,
  body: Uint8Array,
  fetch: Fetch = fetchAmazon,
): Promise<SnsMessage> {
  const message = messageSchema.safeParse(parsed(body))
  if (!message.success) throw unreadable()
  const { data } = message
  if (!topic || data.TopicArn !== topic) throw unsigned()
  if (!isAmazons(data.SigningCertURL, /^\/[\w.-]+\.pem$/)) throw unsigned()
  const { publicKey } = await certificateAt(data.SigningCertURL, fetch)
  const algorithm = data.SignatureVersion === '1' ? 'sha1' : 'sha256'
  const signature = Buffer.from(data.Signature, 'base64')
  const key = createPublicKey(publicKey.export({ format: 'pem', type: 'spki' }))
  if (!verify(algorithm, Buffer.from(signedText(data)), key, signature)) throw unsigned()
  return data
}

/** Confirms that the topic sends to us. Throws 401 for an address that is not Amazon's. */
export async function confirmSubscription(
  { SubscribeURL }: SnsMessage,
  fetch: Fetch = fetchAmazon,
): Promise<void> {
  if (!SubscribeURL || !isAmazons(SubscribeURL, /^\/$/)) throw unsigned()
  await fetch(SubscribeURL)
}
