import type { S3Client } from '@aws-sdk/client-s3'
import { SignatureV4 } from '@smithy/signature-v4'
import type { FileLink, LinkedFile } from '../port.ts'

type Place = {
  bucket: string
  /** The object, with the prefix of the store. */
  key: string
  region: string
  /** Undefined for AWS. */
  endpoint: string | undefined
  forcePathStyle: boolean
}

const encodedPath = (key: string): string =>
  key
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/')

/** Where the object is, by the name of the host or of the path. */
function addressOf({ bucket, key, region, endpoint, forcePathStyle }: Place): URL {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  const base = url.pathname.replace(/\/$/, '')
  url.pathname = forcePathStyle
    ? `${base}/${bucket}/${encodedPath(key)}`
    : `${base}/${encodedPath(key)}`
  if (!forcePathStyle) url.hostname = `${bucket}.${url.hostname}`
  return url
}

/**
 * Signs an address that reads one object for so many seconds, with SigV4 in its query (AWS,
 * "Authenticating requests: using query parameters"). It tells the server to answer with this type,
 * and as a download. `config` is that of the client: the same credentials sign.
 */
export async function signLink(
  { credentials, sha256 }: Pick<S3Client['config'], 'credentials' | 'sha256'>,
  place: Place,
  { disposition, mimeType, seconds }: LinkedFile & { seconds: number },
): Promise<FileLink> {
  const url = addressOf(place)
  const signer = new SignatureV4({
    service: 's3',
    region: place.region,
    credentials,
    sha256,
    // The names of objects are signed as they are sent.
    uriEscapePath: false,
  })
  const now = new Date()
  const signed = await signer.presign(
    {
      method: 'GET',
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port ? { port: Number(url.port) } : {}),
      path: url.pathname,
      query: {
        'response-content-disposition': disposition,
        'response-content-type': mimeType,
      },
      headers: { host: url.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    },
    { expiresIn: seconds, signingDate: now, unsignableHeaders: new Set(['x-amz-content-sha256']) },
  )
  for (const [name, value] of Object.entries(signed.query ?? {}))
    url.searchParams.set(name, String(value))
  // S3 reads a plus in a query as itself.
  url.search = url.search.replaceAll('+', '%20')
  return { url: url.href, expiresAt: new Date(now.getTime() + seconds * 1000) }
}
