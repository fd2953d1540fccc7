import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { openFile, putFile, tooLarge, type StoredBytes } from './file-store.ts'

// A file is encrypted in pieces of 64 KiB, each with AES-256-GCM, so that nothing is given out
// before it is authenticated, and large files need little memory. The nonce of a piece is its
// number and whether it is the last one: pieces that were swapped, left out or cut off at the end
// do not open (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár). Each file has a
// key of its own, derived by the random salt at its beginning, so no nonce is used twice.
const pieceBytes = 64 * 1024
const tagBytes = 16
const saltBytes = 16
const headBytes = 512

/** The key of a message or the like, and the id of the file. */
export type FileKey = { key: Buffer; id: string }

const keyOf = ({ key, id }: FileKey, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `file:${id}`, 32))

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Cuts a stream into pieces of this size; the last one may be smaller, and is empty at worst. */
async function* inPieces(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let kept: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    kept = Buffer.concat([kept, chunk])
    for (; kept.length > size; kept = kept.subarray(size))
      yield { piece: kept.subarray(0, size), isLast: false }
  }
  yield { piece: kept, isLast: true }
}

async function* seal(
  source: AsyncIterable<Uint8Array>,
  fileKey: FileKey,
): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(saltBytes)
  const key = keyOf(fileKey, salt)
  yield salt
  let number = 0
  for await (const { piece, isLast } of inPieces(source, pieceBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, isLast))
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
}

/** Takes the salt from the beginning of a stream. */
async function splitSalt(
  source: AsyncIterable<Uint8Array>,
): Promise<{ salt: Buffer; rest: AsyncGenerator<Uint8Array> }> {
  const chunks = source[Symbol.asyncIterator]()
  let read: Buffer = Buffer.alloc(0)
  while (read.length < saltBytes) {
    const { done, value } = await chunks.next()
    if (done) throw new Error('an encrypted file has no beginning')
    read = Buffer.concat([read, value])
  }
  const rest = async function* (): AsyncGenerator<Uint8Array> {
    yield read.subarray(saltBytes)
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { salt: read.subarray(0, saltBytes), rest: rest() }
}

async function* unseal(
  source: AsyncIterable<Uint8Array>,
  fileKey: FileKey,
): AsyncGenerator<Uint8Array> {
  const { salt, rest } = await splitSalt(source)
  const key = keyOf(fileKey, salt)
  let number = 0
  for await (const { piece, isLast } of inPieces(rest, pieceBytes + tagBytes)) {
    const nonce = nonceOf(number++, isLast)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    decipher.setAuthTag(piece.subarray(-tagBytes))
    const plain = decipher.update(piece.subarray(0, Math.max(0, piece.length - tagBytes)))
    // Throws when the piece is not what was sealed here: then nothing of it is given out.
    decipher.final()
    yield plain
  }
}

/**
 * Streams bytes into the file store, encrypted; none of them touches the disk as it is. Answers
 * size, hash and first bytes of what came in. Throws `payload_too_large`, and leaves nothing behind.
 */
export async function putSealedFile(
  stream: AsyncIterable<Uint8Array>,
  fileKey: FileKey,
  { maxBytes }: { maxBytes: number },
): Promise<StoredBytes> {
  const hash = createHash('sha256')
  let size = 0
  let head: Buffer = Buffer.alloc(0)
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooLarge(maxBytes)
      if (head.length < headBytes)
        head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
      hash.update(chunk)
      yield chunk
    }
  }
  const { storageKey } = await putFile(seal(watched(), fileKey), { maxBytes: Infinity })
  return { storageKey, size, sha256: hash.digest('hex'), head }
}

/** The bytes of an encrypted file. Reading throws when they were changed or cut off. */
export async function* readSealedFile(
  storageKey: string,
  fileKey: FileKey,
): AsyncGenerator<Uint8Array> {
  const stored = (await openFile(storageKey)) as unknown as AsyncIterable<Uint8Array>
  yield* unseal(stored, fileKey)
}

/** The same as a stream for an answer. Throws 503 at once when the bytes are missing. */
export async function openSealedFile(
  storageKey: string,
  fileKey: FileKey,
): Promise<ReadableStream<Uint8Array>> {
  const stored = (await openFile(storageKey)) as unknown as AsyncIterable<Uint8Array>
  const plain = Readable.from(unseal(stored, fileKey), { objectMode: false })
  return Readable.toWeb(plain) as ReadableStream<Uint8Array>
}
