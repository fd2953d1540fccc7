import { Readable } from 'node:stream'
import { payloadFolder, payloadName } from '../keys.ts'
import type { OldPayloadFile, PayloadBytes } from '../port.ts'
import type { Bucket } from './bucket.ts'
import { unlessGone } from './errors.ts'

const swept = '.swept'

async function bytesOf(bucket: Bucket, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await bucket.open(name)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * S3 has no rename, and between a look at an object and its deletion a writer may write it again.
 * So the sweep keeps a copy with the ending `.swept` for a day: readers find the value there, and
 * the next sweep brings it back when a row names it by then.
 */
async function sweep(bucket: Bucket, file: OldPayloadFile, isReferenced: boolean) {
  const target = payloadName(file.runId, file.hash)
  if (file.location !== target) {
    if (isReferenced && !(await bucket.has(target)))
      await unlessGone(bucket.copy(file.location, target))
    await bucket.remove(file.location)
    return !isReferenced
  }
  if (isReferenced) return false
  if ((await unlessGone(bucket.copy(target, target + swept).then(() => true))) === undefined)
    return false
  await bucket.remove(target)
  return true
}

async function* old(bucket: Bucket, before: Date): AsyncGenerator<OldPayloadFile[]> {
  for await (const page of bucket.list('payloads/'))
    yield page
      .filter(({ at }) => at < before)
      .map(({ name }) => {
        const [, , runId = '', file = ''] = name.split('/')
        return { runId, hash: file.slice(0, 64), location: name }
      })
  for (const { name, id } of await bucket.oldUploads('payloads/', before))
    await bucket.abort(name, id)
}

/** Payloads as objects `payloads/<month>/<run>/<SHA-256>`. */
export const s3Payloads = (bucket: Bucket): PayloadBytes => ({
  async write(runId, hash, text) {
    await bucket.put(payloadName(runId, hash), Readable.from([Buffer.from(text)]))
  },
  async copy(from, to, hash) {
    await bucket.copy(payloadName(from, hash), payloadName(to, hash))
  },
  async read(runId, hash) {
    const name = payloadName(runId, hash)
    const found = await unlessGone(bytesOf(bucket, name))
    return found ?? (await bytesOf(bucket, name + swept))
  },
  async removeRun(runId) {
    for await (const page of bucket.list(`${payloadFolder(runId)}/`))
      for (const { name } of page) await bucket.remove(name)
  },
  old: (before) => old(bucket, before),
  sweep: async (file, isReferenced) => await sweep(bucket, file, isReferenced),
})
