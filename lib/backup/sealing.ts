import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto'

import { SettingsError } from '#lib/settings-error'

/**
 * Encryption of a backup (README.md, "Encryption"): pieces of 64 KiB by AES-256-GCM, numbered, the
 * last one marked (the STREAM construction). A piece that was changed, moved, left out or cut off is
 * refused, and nothing of it is read.
 */
const magic = Buffer.from('RNDSENC1')
const saltBytes = 16
const pieceBytes = 64 * 1024
const tagBytes = 16

/** The cost of a try to guess the passphrase: 128 MB and a part of a second. */
const scryptCost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

/** The 32-byte key of a repository, by its passphrase and salt. */
export const keyOfPassphrase = (passphrase: string, salt: Buffer): Buffer =>
  scryptSync(passphrase, salt, 32, scryptCost)

/** A key of the repository for one purpose. */
export const derived = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `rounds backup ${purpose}`, 32))

const keyOfStream = (key: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, 'rounds backup stream', 32))

function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(piece), 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Pieces of exactly that many bytes, and whether each is the last, which may be shorter or empty. */
async function* pieces(
  source: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    for (; rest.length > bytes; rest = rest.subarray(bytes))
      yield { piece: rest.subarray(0, bytes), isLast: false }
  }
  yield { piece: rest, isLast: true }
}

/** Encrypts a stream with a key of its own. */
export async function* seal(
  key: Buffer,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const own = keyOfStream(key, salt)
  yield Buffer.concat([magic, salt])
  let number = 0
  for await (const { piece, isLast } of pieces(source, pieceBytes)) {
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(number++, isLast))
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypts what `seal` wrote. Throws a `SettingsError` for anything else, also when it was cut. */
export async function* unseal(
  key: Buffer,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let own: Buffer | undefined
  let number = 0
  const onSalt = (salt: Buffer) => {
    own = keyOfStream(key, salt)
  }
  for await (const { piece, isLast } of pieces(afterHead(source, onSalt), pieceBytes + tagBytes)) {
    if (!own) throw damaged()
    yield open(own, piece, nonceOf(number++, isLast))
  }
}

/** What follows the head of a sealed stream; gives the salt in it to `onSalt` before. */
async function* afterHead(
  source: AsyncIterable<Uint8Array>,
  onSalt: (salt: Buffer) => void,
): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of source) {
    if (!head) {
      yield Buffer.from(chunk)
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < magic.length + saltBytes) continue
    if (!head.subarray(0, magic.length).equals(magic)) throw damaged()
    onSalt(Buffer.from(head.subarray(magic.length, magic.length + saltBytes)))
    yield head.subarray(magic.length + saltBytes)
    head = undefined
  }
}

function open(key: Buffer, piece: Buffer, nonce: Buffer): Buffer {
  if (piece.length < tagBytes) throw damaged()
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAuthTag(piece.subarray(piece.length - tagBytes))
  try {
    const text = decipher.update(piece.subarray(0, piece.length - tagBytes))
    return Buffer.concat([text, decipher.final()])
  } catch {
    throw damaged()
  }
}

const damaged = (): SettingsError =>
  new SettingsError('It was changed or cut off since it was written, or the passphrase is wrong.')
