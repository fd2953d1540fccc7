import { refuse, sentences } from './refused.ts'

/** A page of a TIFF, as a TIFF that begins with it. */
export type TiffPage = { width: number; height: number; content(): Buffer }

const maxPagesOfTiff = 1000
const tags = { width: 256, height: 257, stripOffsets: 273, stripCounts: 279, tileOffsets: 324 }
const tileCounts = 325
const sizes: Record<number, number> = { 1: 1, 3: 2, 4: 4 }

/** Reads the numbers of TIFF 6.0 in the byte order of the file. */
class Reader {
  readonly bytes: Buffer
  readonly little: boolean

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.little = bytes.toString('latin1', 0, 2) === 'II'
  }

  number(at: number, size: number): number {
    if (at + size > this.bytes.length) return refuse(sentences.noPicture)
    if (size === 1) return this.bytes.readUInt8(at)
    if (size === 2) return this.little ? this.bytes.readUInt16LE(at) : this.bytes.readUInt16BE(at)
    return this.little ? this.bytes.readUInt32LE(at) : this.bytes.readUInt32BE(at)
  }

  /** The values of each tag of a directory that are whole numbers. */
  directory(at: number): { values: Map<number, number[]>; next: number } {
    const count = this.number(at, 2)
    const values = new Map<number, number[]>()
    for (let index = 0; index < count; index += 1) {
      const entry = at + 2 + index * 12
      const size = sizes[this.number(entry + 2, 2)]
      const many = this.number(entry + 4, 4)
      if (size === undefined || many > 1_000_000) continue
      const from = size * many <= 4 ? entry + 8 : this.number(entry + 8, 4)
      if (from + size * many > this.bytes.length) refuse(sentences.noPicture)
      const each = Array.from({ length: many }, (_, nth) => this.number(from + nth * size, size))
      values.set(this.number(entry, 2), each)
    }
    return { values, next: this.number(at + 2 + count * 12, 4) }
  }
}

/** A strip or tile that lies beyond the end was cut off. */
function requireWhole(reader: Reader, values: Map<number, number[]>): void {
  const offsets = values.get(tags.stripOffsets) ?? values.get(tags.tileOffsets) ?? []
  const counts = values.get(tags.stripCounts) ?? values.get(tileCounts) ?? []
  const ends = offsets.map((offset, index) => offset + (counts[index] ?? 0))
  if (offsets.length === 0 || ends.some((end) => end > reader.bytes.length))
    refuse(sentences.noPicture)
}

/**
 * Readers show the page that the header names: so each page gets a header of its own. Made when it
 * is needed, because it is as large as the file.
 */
function beginningAt({ bytes, little }: Reader, directory: number): Buffer {
  const whole = Buffer.from(bytes)
  if (little) whole.writeUInt32LE(directory, 4)
  else whole.writeUInt32BE(directory, 4)
  return whole
}

/** Takes a TIFF apart into its pages (a fax has many). Throws Refused for a damaged one. */
export function tiffPages(bytes: Buffer): TiffPage[] {
  const reader = new Reader(bytes)
  const pages: TiffPage[] = []
  const seen = new Set<number>()
  for (let at = reader.number(4, 4); at !== 0;) {
    // A directory that leads back to itself would never end.
    if (seen.has(at) || pages.length >= maxPagesOfTiff) refuse(sentences.noPicture)
    seen.add(at)
    const { values, next } = reader.directory(at)
    requireWhole(reader, values)
    const [width = 0] = values.get(tags.width) ?? []
    const [height = 0] = values.get(tags.height) ?? []
    pages.push({ width, height, content: () => beginningAt(reader, at) })
    at = next
  }
  return pages.length === 0 ? refuse(sentences.noPicture) : pages
}
