import type { Store } from '../port.ts'
import { Bucket, type S3Settings } from './bucket.ts'
import { unlessGone } from './errors.ts'
import { s3Files } from './files.ts'
import { s3Payloads } from './payloads.ts'

async function textOf(bytes: Promise<AsyncIterable<Uint8Array>>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8').trim()
}

/** The store in a bucket of S3 or of a server that speaks like it. */
export function s3Store(settings: S3Settings): Store {
  const bucket = new Bucket(settings)
  return {
    files: s3Files(bucket),
    payloads: s3Payloads(bucket),
    place: `the bucket ${settings.bucket}${settings.prefix ? `, prefix ${settings.prefix}` : ''}`,
    async probe() {
      await bucket.putBytes('write-probe', Buffer.alloc(1024))
    },
    async readMark(mark) {
      return await unlessGone(textOf(bucket.open(mark)))
    },
    async writeMark(mark, text) {
      await bucket.putBytes(mark, Buffer.from(`${text}\n`), true)
    },
  }
}
