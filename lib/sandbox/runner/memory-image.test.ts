import { expect, test } from 'vitest'
import { MemoryImage } from './memory-image.ts'

const pageBytes = 64 * 1024

/** A memory like an engine's: data in the middle and at its end, and much that is empty. */
function usedMemory() {
  const memory = new WebAssembly.Memory({ initial: 24 })
  const bytes = new Uint8Array(memory.buffer)
  bytes.fill(7, 8 * pageBytes - 3, 9 * pageBytes)
  bytes[bytes.length - 1] = 1
  return { memory, bytes, before: Buffer.from(bytes) }
}

test('a byte that was changed anywhere is restored', () => {
  const { memory, bytes, before } = usedMemory()
  const image = new MemoryImage(memory)
  // Also the first and the last bytes of each checked or written range.
  const near = [-65, -64, -1, 0, 1, 63, 64, 65]
  const edges = Array.from({ length: bytes.length / 4096 }, (_, index) => index * 4096)
  const places = edges.flatMap((edge) => near.map((offset) => edge + offset))
  for (const place of [...places, bytes.length - 1]) {
    if (place < 0) continue
    bytes[place] = (bytes[place] ?? 0) + 1
    image.restore()
    const wrong = bytes[place] === before[place] ? undefined : place
    expect(wrong).toBe(undefined)
  }
  expect(Buffer.from(bytes).equals(before)).toBe(true)
})

test('a repeated pattern does not count as empty', () => {
  const { memory, bytes, before } = usedMemory()
  const image = new MemoryImage(memory)
  for (const value of [1, 255]) {
    bytes.fill(value)
    image.restore()
    expect(Buffer.from(bytes).equals(before)).toBe(true)
  }
  for (let place = 0; place < bytes.length; place += 64) bytes[place] = 9
  image.restore()
  expect(Buffer.from(bytes).equals(before)).toBe(true)
})

test('an empty and a full memory are restored', () => {
  for (const value of [0, 3]) {
    const memory = new WebAssembly.Memory({ initial: 2 })
    const bytes = new Uint8Array(memory.buffer).fill(value)
    const image = new MemoryImage(memory)
    bytes.fill(5)
    image.restore()
    expect(bytes.every((byte) => byte === value)).toBe(true)
  }
})
