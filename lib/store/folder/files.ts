import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { env } from '#lib/env'
import {
  headBytes,
  keyPattern,
  LostParts,
  missingBytes,
  newStorageKey,
  storeAway,
  tooLarge,
} from '../keys.ts'
import type { FileBytes, StoredBytes } from '../port.ts'

/**
 * Files in DATA_DIR/files, in two levels of fan-out. A file appears under its key only when it is
 * complete and on the disk (temporary file, fsync, rename).
 */
const root = () => path.join(env().DATA_DIR, 'files')

function pathOf(storageKey: string): string {
  if (!keyPattern.test(storageKey)) throw new Error('not a storage key')
  return path.join(root(), storageKey)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeFile(
  storageKey: string,
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<StoredBytes> {
  const target = pathOf(storageKey)
  const folder = path.dirname(target)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const aside = `${target}.part`
  const hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  let size = 0
  const file = await open(aside, 'w', 0o600)
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

const putFile: FileBytes['put'] = async (stream, { maxBytes }) =>
  await writeFile(newStorageKey(), stream, maxBytes)

const copyIn: FileBytes['copyIn'] = async (storageKey, stream) =>
  await writeFile(storageKey, stream, Infinity)

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const missing = (error: unknown): Error =>
  isMissing(error) ? missingBytes(error) : storeAway('that DATA_DIR can be read', error)

async function requireBytes(storageKey: string): Promise<void> {
  const location = pathOf(storageKey)
  await stat(location).catch((error: unknown) => {
    throw missing(error)
  })
}

async function openFile(
  storageKey: string,
  part: { start?: number; end?: number } = {},
): Promise<ReadableStream<Uint8Array>> {
  const location = pathOf(storageKey)
  try {
    const handle = await open(location, 'r')
    const { start = 0, end = Infinity } = part
    const stream = createReadStream(location, { fd: handle, start, end: end - 1 })
    return Readable.toWeb(stream) as ReadableStream<Uint8Array>
  } catch (error) {
    throw missing(error)
  }
}

async function removeFile(storageKey: string): Promise<void> {
  await rm(pathOf(storageKey), { force: true })
}

/**
 * Yields the names of files in the store that are older than `before`: keys, and partial files of
 * interrupted writes. One folder of the fan-out at a time.
 */
async function* oldFiles(before: Date): AsyncGenerator<{ keys: string[]; remains: string[] }> {
  const inFolder = async (folder: string): Promise<string[]> =>
    await readdir(path.join(root(), folder)).catch(() => [])
  for (const first of await inFolder('.')) {
    const keys: string[] = []
    const remains: string[] = []
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

async function removeRemains(name: string): Promise<void> {
  if (!name.endsWith('.part')) throw new Error('not a partial file')
  await rm(pathOf(name.slice(0, -'.part'.length)) + '.part', { force: true })
}

async function openForPart(aside: string, offset: number): Promise<FileHandle> {
  const file = await open(
    aside,
    constants.O_WRONLY | (offset === 0 ? constants.O_CREAT : 0),
    0o600,
  ).catch((error: unknown) => {
    throw isMissing(error) ? new LostParts(error) : error
  })
  if ((await file.stat()).size >= offset) return file
  await file.close()
  throw new LostParts()
}

/**
 * Writes one part of a file at `offset` (in bytes) of its partial file and syncs it to the disk.
 * The same part may be written again. Answers its size in bytes and its SHA-256 in base64. Throws
 * ApiError `payload_too_large` as soon as the part exceeds `maxBytes`, and `LostParts` when the bytes
 * before it are not there: a hole would be read as zeros.
 */
async function writePart(
  storageKey: string,
  offset: number,
  stream: AsyncIterable<Uint8Array>,
  { maxBytes }: { maxBytes: number },
): Promise<{ size: number; sha256: string }> {
  const aside = `${pathOf(storageKey)}.part`
  await mkdir(path.dirname(aside), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let size = 0
  // Opened only with the first bytes: an empty part must not create an empty `.part` beside a
  // file that another request has just finished.
  let file: FileHandle | undefined
  try {
    for await (const chunk of stream) {
      if (size + chunk.byteLength > maxBytes) throw tooLarge(maxBytes)
      // Neither truncated nor appended to: a repeated part is written at the same place.
      file ??= await openForPart(aside, offset)
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

/** Bytes after the end belong to a refused part that was longer than it declared. */
async function cutTo(parts: FileHandle, size: number): Promise<void> {
  if ((await parts.stat()).size >= size) return await parts.truncate(size)
  await parts.close()
  throw new LostParts()
}

async function joinParts(storageKey: string, size: number): Promise<StoredBytes> {
  const target = pathOf(storageKey)
  const aside = `${target}.part`
  const openOrMissing = (location: string, flags: string) =>
    open(location, flags).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
  // In this order: when another call renames the parts in between, the file is found.
  const parts = await openOrMissing(aside, 'r+')
  const appeared = await openOrMissing(target, 'r')
  // A partial file beside the file belongs to a late repetition. It must not replace the file.
  if (appeared) await parts?.close()
  else if (parts) await cutTo(parts, size)
  const whole = appeared ?? parts ?? (await openOrMissing(target, 'r'))
  if (!whole) throw new LostParts()
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

async function removeParts(storageKey: string): Promise<void> {
  await rm(`${pathOf(storageKey)}.part`, { force: true })
}

export const folderFiles: FileBytes = {
  put: putFile,
  copyIn,
  require: requireBytes,
  open: openFile,
  link: async () => undefined,
  remove: removeFile,
  old: oldFiles,
  removeRemains,
  writePart,
  joinParts,
  removeParts,
}
