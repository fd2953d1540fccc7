import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { ApiError } from '#lib/domain/api-error'
import { inMegabytes } from '#lib/domain/form/file-limits'
import { env } from '#lib/env'

/**
 * Bytes of uploaded and made files, in DATA_DIR/files. Keys are generated here and never hold
 * anything that a caller sent: two levels of fan-out, then a random UUID. A file appears under its
 * key only when it is whole and on the disk (written aside, fsync, rename).
 */
const keyPattern = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/

export type StoredBytes = {
  storageKey: string
  /** Bytes. */
  size: number
  /** Hex. */
  sha256: string
  /** The first bytes (at most 512), to tell the kind of file by. */
  head: Buffer
}

const headBytes = 512
const root = () => path.join(env().DATA_DIR, 'files')

function pathOf(storageKey: string): string {
  if (!keyPattern.test(storageKey)) throw new Error('not a storage key')
  return path.join(root(), storageKey)
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    'payload_too_large',
    `A file may have at most ${inMegabytes(maxBytes)} here.`,
    { maxBytes },
  )
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Streams bytes into the store. Throws ApiError `payload_too_large` as soon as they exceed
 * `maxBytes`; nothing is left behind when it throws.
 */
export async function putFile(
  stream: AsyncIterable<Uint8Array>,
  { maxBytes }: { maxBytes: number },
): Promise<StoredBytes> {
  const storageKey = newStorageKey()
  const target = pathOf(storageKey)
  const folder = path.dirname(target)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const aside = `${target}.part`
  const hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  let size = 0
  const file = await open(aside, 'wx', 0o600)
  try {
    for await (const chunk of stream) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooLarge(maxBytes)
      if (head.length < headBytes)
        head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    await file.sync()
    await file.close()
    await rename(aside, target)
    await syncFolder(folder)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(aside, { force: true })
    throw error
  }
  return { storageKey, size, sha256: hash.digest('hex'), head }
}

/**
 * Opens a stored file. Throws ApiError `unavailable` when its bytes are not there (a DATA_DIR that
 * was not moved along).
 */
export async function openFile(storageKey: string): Promise<ReadableStream<Uint8Array>> {
  const location = pathOf(storageKey)
  try {
    const handle = await open(location, 'r')
    return Readable.toWeb(createReadStream(location, { fd: handle })) as ReadableStream<Uint8Array>
  } catch (error) {
    throw new ApiError(
      'unavailable',
      'The bytes of this file are not in the file store. Ask the operator to restore DATA_DIR.',
      {},
      { cause: error },
    )
  }
}

/** Removes a file's bytes; used when its record could not be written. */
export async function removeFile(storageKey: string): Promise<void> {
  await rm(pathOf(storageKey), { force: true })
}

/**
 * What has lain in the store since before `before`: keys, and remains of writes that were cut off,
 * a folder of the fan-out at a time.
 */
export async function* oldFiles(
  before: Date,
): AsyncGenerator<{ keys: string[]; remains: string[] }> {
  const inFolder = async (folder: string): Promise<string[]> =>
    await readdir(path.join(root(), folder)).catch(() => [])
  for (const first of await inFolder('.')) {
    const [keys, remains]: [string[], string[]] = [[], []]
    for (const second of await inFolder(first))
      for (const name of await inFolder(`${first}/${second}`)) {
        const key = `${first}/${second}/${name}`
        const about = await stat(path.join(root(), key)).catch(() => undefined)
        if (!about?.isFile() || about.mtime >= before) continue
        if (keyPattern.test(key)) keys.push(key)
        else if (name.endsWith('.part')) remains.push(key)
      }
    yield { keys, remains }
  }
}

/** Removes what is left of a write that was cut off, by what `oldFiles` said. */
export async function removeRemains(name: string): Promise<void> {
  if (!name.endsWith('.part')) throw new Error('not the remains of a write')
  await rm(pathOf(name.slice(0, -'.part'.length)) + '.part', { force: true })
}

/** A key for a file that is about to be made. Nothing is written yet. */
export function newStorageKey(): string {
  const id = randomUUID()
  return `${id.slice(0, 2)}/${id.slice(2, 4)}/${id}`
}

/**
 * Writes one part of a file at its place (`offset`, in bytes) beside where the whole will lie, and
 * forces it to the disk. The same part may be written again. Answers its size in bytes and its
 * SHA-256 in base64. Throws ApiError `payload_too_large` as soon as it exceeds `maxBytes`.
 */
export async function writePart(
  storageKey: string,
  offset: number,
  stream: AsyncIterable<Uint8Array>,
  { maxBytes }: { maxBytes: number },
): Promise<{ size: number; sha256: string }> {
  const aside = `${pathOf(storageKey)}.part`
  await mkdir(path.dirname(aside), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let size = 0
  // Opened by the first bytes: an empty part writes nothing, and must not put an empty `.part`
  // beside a file that another request has just finished.
  let file: FileHandle | undefined
  try {
    for await (const chunk of stream) {
      if (size + chunk.byteLength > maxBytes) throw tooLarge(maxBytes)
      // Neither truncated nor appended to: a part that is sent again lands where it was.
      file ??= await open(aside, constants.O_WRONLY | constants.O_CREAT, 0o600)
      let written = 0
      while (written < chunk.byteLength) {
        const rest = chunk.byteLength - written
        written += (await file.write(chunk, written, rest, offset + size + written)).bytesWritten
      }
      size += chunk.byteLength
      hash.update(chunk)
    }
    await file?.sync()
  } finally {
    await file?.close()
  }
  return { size, sha256: hash.digest('base64') }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Makes a file of the parts that were written for this key: reads them once, then lets the file
 * appear. Of two who do so at once both get the answer; where it has appeared it is only read.
 */
export async function joinParts(storageKey: string, size: number): Promise<StoredBytes> {
  const target = pathOf(storageKey)
  const aside = `${target}.part`
  const openOrMissing = (location: string, flags: string) =>
    open(location, flags).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
  // In this order: parts that were renamed in between are found as the whole.
  const parts = await openOrMissing(aside, 'r+')
  const appeared = await openOrMissing(target, 'r')
  // Parts beside a whole are of a repetition that came too late. They must not take its place.
  if (appeared) await parts?.close()
  // Bytes behind the end are of a part that was longer than it said and was refused.
  else await parts?.truncate(size)
  const whole = appeared ?? parts ?? (await open(target, 'r'))
  const hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  for await (const chunk of whole.createReadStream() as AsyncIterable<Buffer>) {
    if (head.length < headBytes)
      head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
    hash.update(chunk)
  }
  if (whole === parts)
    await rename(aside, target).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  await syncFolder(path.dirname(target))
  return { storageKey, size, sha256: hash.digest('hex'), head }
}

/** Removes the parts of a file that was never finished. */
export async function removeParts(storageKey: string): Promise<void> {
  await rm(`${pathOf(storageKey)}.part`, { force: true })
}
