import { createHash } from 'node:crypto'
import { inOurWords } from './errors.ts'

/** SHA-256 in base64, as S3 writes it. */
export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64')

/**
 * Cuts a stream into pieces of `size` bytes; the last one may be shorter. At most one piece is in
 * memory here.
 */
export async function* inPieces(
  stream: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = []
  let length = 0
  for await (const given of stream) {
    let chunk = given
    while (length + chunk.byteLength >= size) {
      const rest = size - length
      yield Buffer.concat([...chunks, chunk.subarray(0, rest)])
      chunk = chunk.subarray(rest)
      chunks = []
      length = 0
    }
    if (chunk.byteLength > 0) chunks.push(chunk)
    length += chunk.byteLength
  }
  if (length > 0) yield Buffer.concat(chunks)
}

/** The checksum that S3 keeps of an object, while its bytes pass. */
class Checksum {
  readonly #parts: Buffer[] = []
  #part = createHash('sha256')
  #length = 0
  readonly #partBytes: number

  constructor(partBytes: number) {
    this.#partBytes = partBytes
  }

  add(chunk: Uint8Array): void {
    let rest = chunk
    while (rest.byteLength > 0) {
      if (this.#length === this.#partBytes) this.#endPart()
      const some = rest.subarray(0, this.#partBytes - this.#length)
      this.#part.update(some)
      this.#length += some.byteLength
      rest = rest.subarray(some.byteLength)
    }
  }

  #endPart(): void {
    this.#parts.push(this.#part.digest())
    this.#part = createHash('sha256')
    this.#length = 0
  }

  /** Of one part it is its hash, of several the hash of their hashes with their number. */
  end(): string {
    if (this.#partBytes === Infinity) return this.#part.digest('base64')
    this.#endPart()
    return `${sha256(Buffer.concat(this.#parts))}-${this.#parts.length}`
  }
}

/**
 * Passes the bytes of an object on, and throws ApiError `unavailable` at their end when they do
 * not have the checksum that was kept when they were written.
 */
export async function* verified(
  body: AsyncIterable<Uint8Array>,
  expected: string | undefined,
  partBytes: number,
): AsyncGenerator<Uint8Array> {
  const checksum = new Checksum(expected?.includes('-') ? partBytes : Infinity)
  try {
    for await (const chunk of body) {
      checksum.add(chunk)
      yield chunk
    }
  } catch (error) {
    throw inOurWords(error)
  }
  if (expected !== undefined && checksum.end() !== expected)
    throw inOurWords(new Error('the bytes from the bucket do not have their checksum'))
}
