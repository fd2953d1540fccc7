import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { putSealedFile, readSealedFile } from './sealed-file.ts'

const root = () => path.join(env().DATA_DIR, 'files')
afterAll(() => rmSync(root(), { recursive: true, force: true }))

const piece = 64 * 1024
async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const seal = async (bytes: Buffer, fileKey: { key: Buffer; id: string }, size = 10_000) =>
  await putSealedFile(inChunks(bytes, size), fileKey, { maxBytes: 1_000_000 })
async function read(storageKey: string, fileKey: { key: Buffer; id: string }): Promise<Buffer> {
  const parts = []
  for await (const part of readSealedFile(storageKey, fileKey)) parts.push(part)
  return Buffer.concat(parts)
}
const newKey = () => ({ key: randomBytes(32), id: newId() })

it.each([1, piece - 1, piece, piece + 1, 3 * piece])('gives %i bytes back', async (size) => {
  const fileKey = newKey()
  const bytes = randomBytes(size)
  const { storageKey, size: counted } = await seal(bytes, fileKey)
  expect(counted).toBe(size)
  expect(bytes.equals(await read(storageKey, fileKey))).toBe(true)
})

it('the same bytes under the same key are never stored the same', async () => {
  const fileKey = newKey()
  const one = await seal(Buffer.alloc(99), fileKey)
  const other = await seal(Buffer.alloc(99), fileKey)
  const stored = [one, other].map(({ storageKey }) => readFileSync(path.join(root(), storageKey)))
  expect(stored[0]?.equals(stored[1] ?? Buffer.alloc(0))).toBe(false)
})

type Change = (stored: Buffer) => Buffer
const sealedPiece = piece + 16
const changes: [string, Change][] = [
  ['one bit', (stored) => Buffer.from(stored.map((byte, at) => (at === 100 ? byte ^ 1 : byte)))],
  ['the salt', (stored) => Buffer.concat([randomBytes(16), stored.subarray(16)])],
  ['cut at a piece', (stored) => stored.subarray(0, 16 + sealedPiece)],
  ['cut in a piece', (stored) => stored.subarray(0, -7)],
  ['nothing left', () => Buffer.alloc(0)],
  [
    'pieces swapped',
    (stored) =>
      Buffer.concat([
        stored.subarray(0, 16),
        stored.subarray(16 + sealedPiece, 16 + 2 * sealedPiece),
        stored.subarray(16, 16 + sealedPiece),
        stored.subarray(16 + 2 * sealedPiece),
      ]),
  ],
]
it.each(changes)('does not open what was changed: %s', async (_what, change) => {
  const fileKey = newKey()
  const { storageKey } = await seal(randomBytes(3 * piece - 5), fileKey)
  const place = path.join(root(), storageKey)
  writeFileSync(place, change(readFileSync(place)))
  await expect(read(storageKey, fileKey)).rejects.toThrow(/./)
})

it('does not open with another key or as another file', async () => {
  const fileKey = newKey()
  const { storageKey } = await seal(randomBytes(10), fileKey)
  await expect(read(storageKey, { ...fileKey, id: newId() })).rejects.toThrow(/./)
  await expect(read(storageKey, { ...fileKey, key: randomBytes(32) })).rejects.toThrow(/./)
})

it('takes no more than it may, and leaves nothing behind', async () => {
  const large = putSealedFile(inChunks(Buffer.alloc(100), 10), newKey(), { maxBytes: 99 })
  await expect(large).rejects.toMatchObject({ code: 'payload_too_large' })
})
