import { inflateRawSync } from 'node:zlib'

/*
 * Reads untrusted ZIP archives (APPNOTE 6.3). An entry is inflated to the size that the directory
 * declares and not a byte further, and the sum of the declared sizes is bounded. So a directory
 * with a wrong size causes an error instead of gigabytes.
 */

export type Entry = {
  method: number
  packed: number
  size: number
  crc: number
  offset: number
  encrypted: boolean
}

/** The declared sizes of an archive are larger than allowed. */
export class TooLarge extends Error {}

const broken = (what: string) => new Error(`not a readable archive: ${what}`)
const stored = 0
const deflated = 8
const encryptedFlag = 1
const escaped32 = 0xffff_ffff
const escaped16 = 0xffff
const endSize = 22
const longestComment = 0xffff

/** Finds the start of the directory and its number of entries (4.3.16; 4.3.14 for ZIP64). */
function findDirectory(zip: Buffer): { at: number; count: number } {
  const first = Math.max(0, zip.length - endSize - longestComment)
  const end = zip.lastIndexOf('PK\x05\x06', zip.length - endSize, 'latin1')
  if (zip.length < endSize || end < first) throw broken('no end of directory')
  const count = zip.readUInt16LE(end + 10)
  const at = zip.readUInt32LE(end + 16)
  if (count !== escaped16 && at !== escaped32) return { at, count }
  const locator = end - 20
  if (locator < 0 || zip.readUInt32LE(locator) !== 0x07_06_4b_50) throw broken('no ZIP64 locator')
  const long = Number(zip.readBigUInt64LE(locator + 8))
  if (zip.readUInt32LE(long) !== 0x06_06_4b_50) throw broken('no ZIP64 end of directory')
  const entries = zip.readBigUInt64LE(long + 32)
  const directory = zip.readBigUInt64LE(long + 48)
  return { at: Number(directory), count: Number(entries) }
}

/** Reads the values of an entry's ZIP64 field (4.5.3), in their order; empty without one. */
function longValues(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    const values = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
    const count = Math.floor(values.length / 8)
    return Array.from({ length: count }, (_, index) => Number(values.readBigUInt64LE(index * 8)))
  }
  return []
}

/**
 * Reads the directory of an archive.
 * @throws TooLarge when the declared sizes are more than `maxBytes` together; Error when broken
 */
export function readDirectory(zip: Buffer, maxBytes: number): Map<string, Entry> {
  const { at: begin, count } = findDirectory(zip)
  const entries = new Map<string, Entry>()
  let at = begin
  let total = 0
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== 0x02_01_4b_50) throw broken('no directory entry')
    const nameLength = zip.readUInt16LE(at + 28)
    const extraLength = zip.readUInt16LE(at + 30)
    const extraAt = at + 46 + nameLength
    const long = longValues(zip.subarray(extraAt, extraAt + extraLength))
    const value = (found: number) => (found === escaped32 ? (long.shift() ?? found) : found)
    const size = value(zip.readUInt32LE(at + 24))
    const packed = value(zip.readUInt32LE(at + 20))
    const offset = value(zip.readUInt32LE(at + 42))
    const encrypted = (zip.readUInt16LE(at + 8) & encryptedFlag) !== 0
    const crc = zip.readUInt32LE(at + 16)
    total += size
    if (total > maxBytes) throw new TooLarge()
    const name = zip.subarray(at + 46, extraAt).toString('utf8')
    entries.set(name, { method: zip.readUInt16LE(at + 10), packed, size, crc, offset, encrypted })
    at = extraAt + extraLength + zip.readUInt16LE(at + 32)
  }
  return entries
}

/** The bytes of an entry as they stand in the archive, and whether they are deflated. */
export function packedContent(zip: Buffer, { method, packed, offset, encrypted }: Entry) {
  if (encrypted) throw broken('encrypted')
  if (zip.readUInt32LE(offset) !== 0x04_03_4b_50) throw broken('no entry')
  const begin = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
  if (begin + packed > zip.length) throw broken('an entry beyond the end')
  if (method !== stored && method !== deflated) throw broken('another compression')
  return { data: zip.subarray(begin, begin + packed), isDeflated: method === deflated }
}

function contentOf(zip: Buffer, entry: Entry): Buffer {
  const { data, isDeflated } = packedContent(zip, entry)
  const { size } = entry
  // Throws when the entry is longer.
  const content = isDeflated ? inflateRawSync(data, { maxOutputLength: Math.max(1, size) }) : data
  if (content.length !== size) throw broken('an entry of another size')
  return content
}

/**
 * Opens an archive; each file is inflated when it is read.
 * @param maxBytes limit of the sum of all declared sizes
 * @throws TooLarge; Error for an unreadable archive, also later, when a file is read
 */
export function openArchive(zip: Buffer, maxBytes: number) {
  const entries = readDirectory(zip, maxBytes)
  return {
    names: (): string[] => [...entries.keys()],
    has: (name: string): boolean => entries.has(name),
    read(name: string): Buffer {
      const entry = entries.get(name)
      if (!entry) throw broken('no such file')
      return contentOf(zip, entry)
    },
  }
}
