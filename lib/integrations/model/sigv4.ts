import { createHash, createHmac } from 'node:crypto'

export type AwsKey = {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}
type Signed = {
  method: string
  url: string
  body: string
  region: string
  service: string
  key: AwsKey
  now: Date
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

/** RFC 3986: everything but unreserved characters. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** The path as it is sent, encoded once more, as every service but S3 asks. */
const canonicalPath = (path: string): string => path.split('/').map(encoded).join('/')

function canonicalQuery(search: URLSearchParams): string {
  const pairs = [...search].map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return pairs.toSorted((one, other) => (one < other ? -1 : 1)).join('&')
}

/**
 * The headers that sign a request with AWS Signature Version 4
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
 */
export function signedHeaders({ method, url, body, region, service, key, now }: Signed) {
  const { host, pathname, searchParams } = new URL(url)
  const date = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = date.slice(0, 8)
  const { sessionToken } = key
  const signed: Record<string, string> = {
    host,
    'x-amz-date': date,
    ...(sessionToken ? { 'x-amz-security-token': sessionToken } : {}),
  }
  const names = Object.keys(signed).toSorted()
  const canonical = [
    method,
    canonicalPath(pathname),
    canonicalQuery(searchParams),
    ...names.map((name) => `${name}:${signed[name]}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const signing = [region, service, 'aws4_request'].reduce<Buffer>(
    (last, part) => hmac(last, part),
    hmac(`AWS4${key.secretAccessKey}`, day),
  )
  const signature = hmac(signing, toSign).toString('hex')
  const { host: _host, ...sent } = signed
  return {
    ...sent,
    authorization:
      `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope}, ` +
      `SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}
