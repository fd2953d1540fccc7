import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { headBytes, keyPattern, LostParts, missingBytes, newStorageKey, tooLarge } from '../keys.ts'
import type { FileBytes, StoredBytes } from '../port.ts'
import type { Bucket, Listed } from './bucket.ts'
import { Gone } from './errors.ts'

/**
 * Files as objects `files/<key>`. The parts of an upload are objects `files/<key>.part/<offset>`
 * until they are joined, so a part that is sent again takes the place of the first.
 */

const nameOf = (storageKey: string): string => {
  if (!keyPattern.test(storageKey)) throw new Error('not a storage key')
  return `files/${storageKey}`
}
const partsOf = (storageKey: string): string => `${nameOf(storageKey)}.part/`
const offsetDigits = 15

/** Counts and hashes the bytes that pass. */
function measured(stream: AsyncIterable<Uint8Array>, maxBytes = Infinity) {
  const hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  let size = 0
  async function* bytes() {
    for await (const chunk of stream) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooLarge(maxBytes)
      if (head.length < headBytes)
        head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
      hash.update(chunk)
      yield chunk
    }
  }
  return { bytes: bytes(), end: () => ({ size, hash: hash.digest(), head }) }
}

const found = async <T>(work: Promise<T>): Promise<T> =>
  await work.catch((error: unknown) => {
    throw error instanceof Gone ? missingBytes(error) : error
  })

async function listAll(bucket: Bucket, beginning: string): Promise<Listed[]> {
  const all: Listed[] = []
  for await (const page of bucket.list(beginning)) all.push(...page)
  return all
}

/** The bytes of parts in order; of overlapping ones, those before the next part. */
async function* joined(bucket: Bucket, parts: Listed[], size: number): AsyncGenerator<Uint8Array> {
  let at = 0
  for (const [index, part] of parts.entries()) {
    const offset = Number(part.name.slice(-offsetDigits))
    const next = parts[index + 1]
    const end = Math.min(next ? Number(next.name.slice(-offsetDigits)) : size, size)
    if (end <= offset) continue
    if (offset !== at || part.size < end - offset) throw new Gone('a part is missing')
    yield* await bucket.open(part.name, part.size > end - offset ? { end: end - offset } : {})
    at = end
  }
  if (at !== size) throw new Gone('a part is missing')
}

async function removeAll(bucket: Bucket, beginning: string): Promise<void> {
  for (const { name } of await listAll(bucket, beginning)) await bucket.remove(name)
}

async function join(bucket: Bucket, storageKey: string, size: number): Promise<StoredBytes> {
  const name = nameOf(storageKey)
  const readWhole = async (): Promise<StoredBytes> => {
    const { bytes, end } = measured(await bucket.open(name))
    for await (const _ of bytes);
    const { hash, head } = end()
    return { storageKey, size, sha256: hash.toString('hex'), head }
  }
  if (await bucket.has(name)) return await readWhole()
  try {
    const parts = await listAll(bucket, partsOf(storageKey))
    const { bytes, end } = measured(joined(bucket, parts, size))
    await bucket.put(name, bytes)
    await removeAll(bucket, partsOf(storageKey))
    const { hash, head } = end()
    return { storageKey, size, sha256: hash.toString('hex'), head }
  } catch (error) {
    // Another call joined them meanwhile.
    if (!(error instanceof Gone)) throw error
    return await readWhole().catch((missing: unknown) => {
      throw missing instanceof Gone ? new LostParts(missing) : missing
    })
  }
}

async function* oldFiles(bucket: Bucket, before: Date) {
  for await (const page of bucket.list('files/')) {
    const names = page.filter(({ at }) => at < before).map(({ name }) => name.slice(6))
    yield {
      keys: names.filter((name) => keyPattern.test(name)),
      remains: names.filter((name) => name.includes('.part/')),
    }
  }
  const uploads = await bucket.oldUploads('files/', before)
  yield { keys: [], remains: uploads.map(({ name, id }) => `${name.slice(6)}?${id}`) }
}

async function write(
  bucket: Bucket,
  storageKey: string,
  stream: AsyncIterable<Uint8Array>,
  maxBytes?: number,
): Promise<StoredBytes> {
  const { bytes, end } = measured(stream, maxBytes)
  await bucket.put(nameOf(storageKey), bytes)
  const { size, hash, head } = end()
  return { storageKey, size, sha256: hash.toString('hex'), head }
}

export const s3Files = (bucket: Bucket): FileBytes => ({
  put: async (stream, { maxBytes }) => await write(bucket, newStorageKey(), stream, maxBytes),
  copyIn: async (storageKey, stream) => await write(bucket, storageKey, stream),
  async require(storageKey) {
    if (!(await bucket.has(nameOf(storageKey)))) throw missingBytes()
  },
  async open(storageKey, part = {}) {
    const { start = 0, end = Infinity } = part
    if (end <= start) return Readable.toWeb(Readable.from([])) as ReadableStream<Uint8Array>
    const bytes = await found(bucket.open(nameOf(storageKey), part))
    return Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>
  },
  link: async (storageKey, about) => await bucket.link(nameOf(storageKey), about),
  async remove(storageKey) {
    await bucket.remove(nameOf(storageKey))
  },
  old: (before) => oldFiles(bucket, before),
  async removeRemains(name) {
    const [object = '', upload] = name.split('?')
    if (upload !== undefined) await bucket.abort(`files/${object}`, upload)
    else if (object.includes('.part/')) await bucket.remove(`files/${object}`)
    else throw new Error('not a partial file')
  },
  async writePart(storageKey, offset, stream, { maxBytes }) {
    const { bytes, end } = measured(stream, maxBytes)
    const name = partsOf(storageKey) + String(offset).padStart(offsetDigits, '0')
    await bucket.put(name, bytes)
    const { size, hash } = end()
    return { size, sha256: hash.toString('base64') }
  },
  joinParts: async (storageKey, size) => await join(bucket, storageKey, size),
  async removeParts(storageKey) {
    await removeAll(bucket, partsOf(storageKey))
  },
})
